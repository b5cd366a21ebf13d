// rill/process/command.h: the arguments of a program, of which the first is
// its name.
//
// Floor 5. Allocates; throws std::bad_alloc only. No shell takes part: each
// argument reaches the program unchanged. Tests: test/process/command_test.cpp.
#ifndef RILL_PROCESS_COMMAND_H
#define RILL_PROCESS_COMMAND_H

#include <initializer_list>  // {"git", "log"}

#include "../memory/owned_text.h"
#include "argument.h"
#include "quoting.h"

namespace rill::inline RILL_BUILD {

/// A list of arguments, which it owns. The first is the program: a path if it
/// has a slash, otherwise a name that PATH has.
///
/// Prints itself as a user types it into a POSIX shell:
/// `git commit -m 'two words'`.
///
/// Example:
///     std::string message = "two words";
///     rill::command commit{"git", "commit", "-m", message};
///     rill::println(commit);  // git commit -m 'two words'
class command {
 public:
  /// Makes an empty list, which is a command once arguments are added.
  command() noexcept = default;
  command(std::initializer_list<argument> arguments) { add_each(arguments); }
  /// Copies the elements of a std::vector<std::string> or another range of
  /// texts.
  template <detail::range_of_arguments Range>
  explicit command(Range const& arguments) {
    add_each(arguments);
  }

  /// Refuses a text, which would need a shell to split it.
  template <class Text>
    requires std::is_convertible_v<Text const&, path_view>
  command(Text const&) {
    static_assert(detail::never<Text>,
                  "rill: a command is a list of arguments: {\"git\", \"log\"}, "
                  "or rill::split_command(text)");
  }

  command(command&& other) noexcept = default;
  command& operator=(command&& other) noexcept = default;
  command(command const& other) { add_each(other); }
  command& operator=(command const& other) {
    if (this != &other) *this = command(other);
    return *this;
  }

  /// Adds an argument at the end. It may be one of this command's.
  ///
  /// Errors: std::bad_alloc; the command is then unchanged.
  command& add(argument const& added) {
    text const bytes = added.bytes();
    (void)ends_.reserve(ends_.size() + 1);
    storage const before = bytes_.reserve(bytes_.size() + bytes.size + 1);
    bytes_.add(bytes);  // from here on there is room for all
    ends_.add(bytes_.size());
    bytes_.add({"", 1});
    return *this;
  }
  /// Adds the elements of a range of texts in their order. The range may be
  /// this command.
  template <detail::range_of_arguments Range>
  command& add_all(Range const& arguments) {
    return add_each(arguments);
  }
  command& add_all(std::initializer_list<argument> arguments) {
    return add_each(arguments);
  }

  std::size_t size() const noexcept { return ends_.size(); }
  bool empty() const noexcept { return ends_.empty(); }
  /// Returns an argument, with a NUL behind its bytes. The text is valid until
  /// the command changes. Requires i < size().
  text operator[](std::size_t i) const noexcept {
    std::size_t const start = i == 0 ? 0 : ends_[i - 1] + 1;
    return {bytes_.data() + start, ends_[i] - start};
  }

  class iterator {
   public:
    using value_type = text;
    using difference_type = std::ptrdiff_t;

    iterator() noexcept = default;
    iterator(command const& of, std::size_t at) noexcept : of_(&of), at_(at) {}
    text operator*() const noexcept { return (*of_)[at_]; }
    iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    iterator operator++(int) noexcept { return {*of_, at_++}; }
    friend bool operator==(iterator a, iterator b) noexcept {
      return a.at_ == b.at_;
    }

   private:
    command const* of_ = nullptr;
    std::size_t at_ = 0;
  };
  iterator begin() const noexcept { return {*this, 0}; }
  iterator end() const noexcept { return {*this, size()}; }

  friend bool operator==(command const& a, command const& b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i != a.size(); ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }

  /// Returns why this cannot start a program, or no error:
  /// library_problem::empty_command if there is no argument or the first is
  /// empty, ::argument_contains_nul if one has a NUL.
  error_code problem() const noexcept {
    if (empty() || ends_[0] == 0) return library_problem::empty_command;
    for (text const one : *this)
      for (char const c : one)
        if (c == '\0') return library_problem::argument_contains_nul;
    return {};
  }

  /// Returns the arguments as a POSIX shell reads them, with spaces between.
  /// An argument with bytes that a terminal would act upon is written in the
  /// form $'\033', which dash does not have.
  owned_text to_text() const {
    owned_text result;
    for (std::size_t i = 0; i != size(); ++i) {
      if (i != 0) result.add(" ");
      detail::add_quoted_for_shell(result, (*this)[i], i == 0);
    }
    return result;
  }

  friend void rill_print(auto& out, command const& c) { out(c.to_text()); }

 private:
  // Takes the count first: a range that is this command grows with each step.
  template <class Range>
  command& add_each(Range const& arguments) {
    if constexpr (std::is_same_v<Range, command>) {
      for (std::size_t i = 0, count = arguments.size(); i != count; ++i)
        add(arguments[i]);
    } else {
      for (auto const& one : arguments) add(one);
    }
    return *this;
  }

  owned_text bytes_;  // of all arguments, each with a NUL behind it
  detail::small_vector<std::size_t, 9> ends_;  // where those NULs are
};

}  // namespace rill::inline RILL_BUILD

#endif
