// rill/process/command.h: the arguments of a program, their quoting, and
// splitting a line into them.
//
// Layer 6. Tests: test/process/quoting_test.cpp,
// test/system/process_words_test.py, test/process/command_test.cpp,
// test/process/split_command_test.cpp.
#ifndef RILL_PROCESS_COMMAND_H
#define RILL_PROCESS_COMMAND_H

#include <initializer_list>  // {"git", "log"}

#include "../memory/owned_text.h"
#include "../os/error.h"
#include "../unicode/utf8.h"
#include "options.h"
#include "word_splitter.h"

// Quoting for a POSIX shell.
//
// Allocates the text. Commands are printed in this form, so that a user can
// paste them into a shell; rill itself runs no shell.

namespace rill::inline RILL_BUILD {
namespace detail {

// Bytes without a special meaning anywhere in a shell's word.
constexpr bool is_plain_in_shell(char c) noexcept {
  char const lower = static_cast<char>(c | 0x20);
  if (is_digit(c) || (lower >= 'a' && lower <= 'z')) return true;
  for (char const plain : text("_@%+=:,./-"))
    if (c == plain) return true;
  return false;
}

// As the first word, `a=b` would set a variable and `%1` would resume a job.
constexpr bool is_plain_word(text word, bool is_first) noexcept {
  for (char const c : word)
    if (!is_plain_in_shell(c) || (is_first && (c == '=' || c == '%')))
      return false;
  return word.size != 0;
}

// Removes the first character from `rest`, or its first ill-formed bytes.
// Returns true when a terminal would act upon them. Requires that `rest` is
// not empty.
inline bool take_unprintable(text& rest) noexcept {
  char const* const at = rest.begin();
  decoded_utf8 const one = decode_utf8(at, rest.end());
  rest = {one.end, static_cast<std::size_t>(rest.end() - one.end)};
  return one.form != utf8_form::valid || is_control(*at) ||
         acts_on_terminal(one.code_point);
}

// Adds a byte within $'…'. An octal escape ends after three digits; \x takes
// every digit that follows.
inline void add_escaped_byte(owned_text& out, char byte) {
  if (byte == '\n') return out.add("\\n");
  if (byte == '\r') return out.add("\\r");
  if (byte == '\t') return out.add("\\t");
  auto const value = static_cast<unsigned char>(byte);
  char const escape[] = {'\\', static_cast<char>('0' + (value >> 6)),
                         static_cast<char>('0' + (value >> 3 & 7)),
                         static_cast<char>('0' + (value & 7))};
  out.add({escape, sizeof escape});
}

// Adds $'…' with escapes for what a terminal would act upon. bash, ksh, zsh and
// POSIX.1-2024 have this form, dash does not.
inline void add_in_escapes(owned_text& out, text word) {
  out.add("$'");
  while (word.size != 0) {
    char const* at = word.begin();
    bool const is_unprintable = take_unprintable(word);
    if (*at == '\'' || *at == '\\') out.add("\\");
    if (!is_unprintable)
      out.add({at, static_cast<std::size_t>(word.begin() - at)});
    else
      for (; at != word.begin(); ++at) add_escaped_byte(out, *at);
  }
  out.add("'");
}

// Adds '…'. A quote within is written as '\'': closed, escaped, opened.
inline void add_in_quotes_of_shell(owned_text& out, text word) {
  out.add("'");
  for (char const& c : word) c == '\'' ? out.add("'\\''") : out.add({&c, 1});
  out.add("'");
}

/// Adds an argument in the form that a POSIX shell reads back as the same
/// bytes. Adds no quotes if no byte needs them. `is_first`: the argument is the
/// program.
inline void add_quoted_for_shell(owned_text& out, text word, bool is_first) {
  if (is_plain_word(word, is_first)) return out.add(word);
  text rest = word;
  while (rest.size != 0)
    if (take_unprintable(rest)) return add_in_escapes(out, word);
  add_in_quotes_of_shell(out, word);
}

}  // namespace detail

// The arguments of a program, the first of which is its name.
//
// Allocates; throws only std::bad_alloc. Involves no shell: each argument
// reaches the program unchanged.

/// A list of arguments, which it owns. The first is the program: a path if it
/// contains a slash, otherwise a name to search for in PATH.
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
  /// Makes an empty list; add arguments before running it.
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
    static_assert(detail::always_false<Text>,
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

  /// Adds an argument at the end, which may be one of this command's own.
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
  /// Returns an argument, NUL-terminated. The text is valid until the command
  /// changes. Requires i < size().
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
  /// empty, ::argument_contains_nul if one contains a NUL.
  error_code problem() const noexcept {
    if (empty() || ends_[0] == 0) return library_problem::empty_command;
    for (text const one : *this)
      for (char const c : one)
        if (c == '\0') return library_problem::argument_contains_nul;
    return {};
  }

  /// Returns the arguments as a POSIX shell reads them, with spaces between.
  /// Arguments with control characters for a terminal have the form $'\033',
  /// which dash does not support.
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

  owned_text bytes_;  // of all arguments, each with a NUL after it
  detail::small_vector<std::size_t, 9> ends_;  // where those NULs are
};

/// Splits a text, such as a line of a configuration file, into the words of a
/// command. Blanks, newlines, '…', "…", $'…' and backslashes work as in a POSIX
/// shell; a carriage return is a blank. Nothing else is special: variables,
/// patterns, comments, pipes and ~ are not expanded. Reads back the text of
/// each command.
///
/// Errors: scan_problem::cut for a quote that is not closed and for a
/// backslash at the end, with its line and column.
///
/// Example:
///     rill::command c = rill::split_command("ls -l 'two words'");
inline result<command> try_split_command(text from) {
  detail::word_splitter splitter(from);
  command split;
  while (splitter.next()) split.add(splitter.word());
  if (splitter.has_failed()) return splitter.reason();
  return split;
}
inline command split_command(text from) {
  return try_split_command(from).value();
}

}  // namespace rill::inline RILL_BUILD

#endif
