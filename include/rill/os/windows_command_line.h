// rill/os/windows_command_line.h: the command line that a process of Windows
// is started with, taken apart.
//
// Floor 3. Pure: no system call, no allocation, constexpr, the same on every
// system. The rules are those by which the C library since Visual Studio 2008
// makes the arguments of main() (learn.microsoft.com, "Parsing C command-line
// arguments"). All characters with a meaning are ASCII, so the text is UTF-8.
// Tests: test/os/windows_command_line_test.cpp.
#ifndef RILL_OS_WINDOWS_COMMAND_LINE_H
#define RILL_OS_WINDOWS_COMMAND_LINE_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::os {

/// Splits a command line in place.
class command_line_splitter {
 public:
  /// Overwrites the line by its arguments, each with a NUL behind it, and
  /// returns their size. There is at least one argument, the program's name.
  /// Requires room for one byte behind the line.
  static constexpr std::size_t split(char* line, std::size_t size) noexcept {
    command_line_splitter all(line, size);
    all.take_name();
    while (all.skip_blanks()) all.take_argument();
    return static_cast<std::size_t>(all.out_ - line);
  }

 private:
  constexpr command_line_splitter(char* line, std::size_t size) noexcept
      : at_(line), end_(line + size), out_(line) {}

  static constexpr bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t';
  }
  // Returns false at the end of the line.
  constexpr bool skip_blanks() noexcept {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ != end_;
  }

  // In the program's name a backslash has no meaning.
  constexpr void take_name() noexcept {
    bool is_quoted = false;
    for (; at_ != end_ && (is_quoted || !is_blank(*at_)); ++at_)
      if (*at_ == '"')
        is_quoted = !is_quoted;
      else
        *out_++ = *at_;
    end_argument();
  }

  constexpr void take_argument() noexcept {
    bool is_quoted = false;
    while (at_ != end_ && (is_quoted || !is_blank(*at_))) {
      std::size_t const backslashes = take_backslashes();
      bool const is_quote = at_ != end_ && *at_ == '"';
      out_ = detail::fill_bytes(out_, is_quote ? backslashes / 2 : backslashes,
                                '\\');
      if (is_quote)
        take_quote(backslashes % 2 != 0, is_quoted);
      else if (backslashes == 0)
        *out_++ = *at_++;
    }
    end_argument();
  }
  constexpr std::size_t take_backslashes() noexcept {
    char const* const first = at_;
    while (at_ != end_ && *at_ == '\\') ++at_;
    return static_cast<std::size_t>(at_ - first);
  }
  // Two quotes within quotes stand for one, which closes nothing.
  constexpr void take_quote(bool is_escaped, bool& is_quoted) noexcept {
    ++at_;
    bool const is_doubled = is_quoted && at_ != end_ && *at_ == '"';
    if (is_escaped) {
      *out_++ = '"';
    } else if (is_doubled) {
      *out_++ = '"';
      ++at_;
    } else {
      is_quoted = !is_quoted;
    }
  }

  // Writes the NUL. It never overtakes the line: it has the place of the blank
  // behind the argument, or of the byte behind the line.
  constexpr void end_argument() noexcept {
    if (at_ != end_) ++at_;
    *out_++ = '\0';
  }

  char* at_;
  char* end_;
  char* out_;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
