// rill/process/environment_changes.h: the environment that a child is given.
//
// Floor 5. Allocates. Tests: test/process/environment_changes_test.cpp.
#ifndef RILL_PROCESS_ENVIRONMENT_CHANGES_H
#define RILL_PROCESS_ENVIRONMENT_CHANGES_H

#include <initializer_list>  // {{"LANG", "C"}}

#include "../memory/owned_text.h"
#include "../os/environment.h"
#include "../os/error.h"
#include "argument.h"
#include "filled_text.h"

namespace rill::inline RILL_BUILD {

/// Stands for a value: the child does not have the variable.
struct removed_type {};
inline constexpr removed_type removed{};

/// A variable with its value, or a variable that is removed. The object refers
/// to the caller's bytes and is for parameters only.
struct environment_change {
  environment_change(argument const& variable, argument const& its_value)
      : name(variable.bytes()), value(its_value.bytes()) {}
  environment_change(argument const& variable, removed_type)
      : name(variable.bytes()), is_removed(true) {}

  text name;
  text value;
  bool is_removed = false;
};

/// How a child's environment differs from its parent's. Owns its texts. Of two
/// changes of one variable the later counts. On Windows the case of names does
/// not matter.
///
/// Example:
///     rill::environment_changes changes = {{"LANG", "C"},
///                                          {"MAKEFLAGS", rill::removed}};
///     rill::environment_changes nothing_else = rill::only({{"HOME", "/"}});
class environment_changes {
 public:
  environment_changes() noexcept = default;
  environment_changes(std::initializer_list<environment_change> changes) {
    for (environment_change const& one : changes) add(one);
  }
  environment_changes(environment_changes&&) noexcept = default;
  environment_changes& operator=(environment_changes&&) noexcept = default;
  environment_changes(environment_changes const& other)
      : replaces_all_(other.replaces_all_), problem_(other.problem_) {
    bytes_.add(other.bytes_);
    changes_.add(other.changes_.data(), other.changes_.size());
  }
  environment_changes& operator=(environment_changes const& other) {
    if (this != &other) *this = environment_changes(other);
    return *this;
  }

  /// Adds a change at the end.
  ///
  /// Errors: std::bad_alloc; there is then no further change.
  environment_changes& add(environment_change const& one) {
    (void)changes_.reserve(changes_.size() + 1);
    change const added{
        bytes_.size(), one.name.size,
        one.name.size + (one.is_removed ? 0 : 1 + one.value.size),
        one.is_removed};
    storage const before = bytes_.reserve(bytes_.size() + added.size);
    bytes_.add(one.name);  // from here on there is room for all
    if (!one.is_removed) bytes_.add("=");
    bytes_.add(one.value);
    changes_.add(added);
    if (!problem_) problem_ = detail::problem_of_variable(one.name, one.value);
    return *this;
  }

  /// Adds: the child has this variable with this value.
  environment_changes& set(argument const& name, argument const& value) {
    return add({name, value});
  }
  /// Adds: the child does not have this variable.
  environment_changes& remove(argument const& name) {
    return add({name, removed});
  }
  /// Drops all changes so far, and the parent's environment.
  environment_changes& remove_all() noexcept {
    replaces_all_ = true;
    bytes_.cut_to(0);
    changes_.set_size(0);
    problem_ = {};
    return *this;
  }

  /// Returns true when the child has its parent's environment as it is.
  bool empty() const noexcept { return !replaces_all_ && changes_.empty(); }

  /// Returns library_problem::unusable_variable if a name is empty or has '='
  /// or a NUL, or if a value has a NUL; otherwise no error.
  error_code problem() const noexcept { return problem_; }

  /// Returns the environment of the child, `NAME=value` and a NUL for each
  /// variable: those of the parent in their order, then those that are set.
  /// Requires that there is no problem.
  ///
  /// Errors: on Windows ERROR_NOT_ENOUGH_MEMORY.
  result<owned_text> try_apply() const {
    owned_text block;
    if (!replaces_all_)
      if (error_code const code = add_parents(block))
        return error(code, "get environment");
    for (std::size_t i = 0; i != changes_.size(); ++i)
      if (!changes_[i].is_removed && !is_changed(name_of(changes_[i]), i + 1))
        add_line(block, line_of(changes_[i]));
    return block;
  }
  owned_text apply() const { return try_apply().value(); }

 private:
  // The place of `NAME=value` in the bytes, or of the name of a variable that
  // is removed.
  struct change {
    std::size_t start;
    std::size_t name_size;
    std::size_t size;
    bool is_removed;
  };

  text line_of(change const& one) const noexcept {
    return {bytes_.data() + one.start, one.size};
  }
  text name_of(change const& one) const noexcept {
    return {bytes_.data() + one.start, one.name_size};
  }
  // Returns true if one of the changes from `first` on has this name.
  bool is_changed(text name, std::size_t first) const noexcept {
    for (std::size_t i = first; i != changes_.size(); ++i)
      if (os::is_same_variable(name, name_of(changes_[i]))) return true;
    return false;
  }

  static void add_line(owned_text& block, text line) {
    block.add(line);
    block.add({"", 1});
  }
  error_code add_parents(owned_text& block) const {
    owned_text parents;
    os::filled const got = detail::fill(parents, os::read_variables);
    for (text left = parents; left.size != 0;) {
      text const line = detail::take_text(left);
      if (!is_changed(detail::name_of_variable(line), 0)) add_line(block, line);
    }
    return got.error;
  }

  owned_text bytes_;
  detail::small_vector<change> changes_;
  bool replaces_all_ = false;
  error_code problem_;
};

/// The child has these variables and no others.
inline environment_changes only(
    std::initializer_list<environment_change> changes) {
  environment_changes all;
  all.remove_all();
  for (environment_change const& one : changes) all.add(one);
  return all;
}

}  // namespace rill::inline RILL_BUILD

#endif
