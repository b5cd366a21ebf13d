// rill/process/environment.h: the environment of this program.
//
// Floor 5. Allocates. Tests: test/process/environment_test.cpp.
#ifndef RILL_PROCESS_ENVIRONMENT_H
#define RILL_PROCESS_ENVIRONMENT_H

#include <cstddef>  // std::ptrdiff_t

#include "../os/environment.h"
#include "../os/error.h"
#include "argument.h"
#include "filled_text.h"

/// The variables of this program, which its children inherit. The functions
/// return copies.
///
/// Threads: POSIX has no lock for the environment. While one thread calls set
/// or remove, no other may use the environment, by these functions or getenv.
/// Change it before the first thread starts, or give a child other variables by
/// environment_changes.
///
/// Windows: the case of names does not matter, and getenv of the C library does
/// not see the changes of set.
namespace rill::inline RILL_BUILD::environment {

/// The value of a variable. Converts to false if there is no such variable; an
/// empty value converts to true.
class variable_value {
 public:
  variable_value() noexcept = default;
  explicit variable_value(owned_text value) noexcept
      : value_(static_cast<owned_text&&>(value)), is_there_(true) {}

  explicit operator bool() const noexcept { return is_there_; }
  /// Returns the value. Requires that there is one.
  owned_text const& operator*() const& noexcept { return value_; }
  owned_text&& operator*() && noexcept {
    return static_cast<owned_text&&>(value_);
  }
  owned_text const* operator->() const noexcept { return &value_; }

  /// Returns the value, or a copy of `otherwise`.
  owned_text value_or(argument const& otherwise) && {
    if (is_there_) return static_cast<owned_text&&>(value_);
    return owned_text(otherwise.bytes());
  }

 private:
  owned_text value_;
  bool is_there_ = false;
};

/// A variable in what all() returns.
struct variable {
  text name;
  text value;

  /// Prints itself: `HOME=/root`.
  friend constexpr auto rill_print(auto& out, variable const& v) {
    return out(v.name, '=', v.value);
  }
};

/// A copy of all variables, in the system's order.
class variable_list {
 public:
  explicit variable_list(owned_text block) noexcept
      : block_(static_cast<owned_text&&>(block)) {}

  class iterator {
   public:
    using value_type = variable;
    using difference_type = std::ptrdiff_t;

    iterator() noexcept = default;
    explicit iterator(text left) noexcept : left_(left) { find(); }
    /// Returns a variable, valid until the iterator changes. Its texts are
    /// valid as long as the list.
    variable const& operator*() const noexcept { return now_; }
    variable const* operator->() const noexcept { return &now_; }
    iterator& operator++() noexcept {
      find();
      return *this;
    }
    iterator operator++(int) noexcept {
      iterator const before = *this;
      find();
      return before;
    }
    friend bool operator==(iterator const& a, iterator const& b) noexcept {
      return a.now_.name.data == b.now_.name.data;
    }

   private:
    // Skips lines without a name.
    void find() noexcept {
      while (left_.size != 0) {
        text const line = detail::take_text(left_);
        text const name = detail::name_of_variable(line);
        if (name.size == 0) continue;
        char const* const value = name.end() + 1;
        now_ = {name, {value, static_cast<std::size_t>(line.end() - value)}};
        return;
      }
      now_ = {};
    }

    text left_;
    variable now_;  // without data behind the last
  };
  iterator begin() const noexcept { return iterator(block_); }
  iterator end() const noexcept { return {}; }

 private:
  owned_text block_;
};

/// Returns the value of a variable.
///
/// Errors: library_problem::unusable_variable for a name that is empty or has
/// '=' or a NUL.
///
/// Example:
///     if (auto home = rill::environment::get("HOME"))
///       rill::println("at home in ", *home);
inline result<variable_value> try_get(argument const& name) {
  if (error_code const code = detail::problem_of_variable(name.bytes(), {}))
    return error(code, "get variable", name.bytes());
  owned_text const terminated(name.bytes());
  owned_text value;
  os::filled const got = detail::fill(value, [&](char* out, std::size_t room) {
    return os::read_variable(terminated.c_str(), out, room);
  });
  if (got.error) return error(got.error, "get variable", name.bytes());
  if (!got.is_there) return variable_value();
  return variable_value(static_cast<owned_text&&>(value));
}
inline variable_value get(argument const& name) {
  return try_get(name).value();
}

/// Sets a variable to a value, whether it is there or not.
///
/// Errors: as get, also for a value with a NUL; ENOMEM.
inline result<void> try_set(argument const& name, argument const& value) {
  error_code code = detail::problem_of_variable(name.bytes(), value.bytes());
  if (!code)
    code = os::set_variable(owned_text(name.bytes()).c_str(),
                            owned_text(value.bytes()).c_str());
  if (code) return error(code, "set variable", name.bytes());
  return {};
}
inline void set(argument const& name, argument const& value) {
  try_set(name, value).value();
}

/// Removes a variable. One that is not set is no error.
///
/// Errors: as get.
inline result<void> try_remove(argument const& name) {
  error_code code = detail::problem_of_variable(name.bytes(), {});
  if (!code) code = os::remove_variable(owned_text(name.bytes()).c_str());
  if (code) return error(code, "remove variable", name.bytes());
  return {};
}
inline void remove(argument const& name) { try_remove(name).value(); }

/// Returns all variables.
///
/// Errors: on Windows ERROR_NOT_ENOUGH_MEMORY.
///
/// Example:
///     for (auto const& one : rill::environment::all()) rill::println(one);
inline result<variable_list> try_all() {
  owned_text block;
  os::filled const got = detail::fill(block, os::read_variables);
  if (got.error) return error(got.error, "get environment");
  return variable_list(static_cast<owned_text&&>(block));
}
inline variable_list all() { return try_all().value(); }

}  // namespace rill::inline RILL_BUILD::environment

#endif
