// rill/os/windows_command_line.h: quotes and splits the command line of a
// Windows process.
//
// Layer 3. Tests: test/os/windows_arguments_test.cpp,
// test/os/windows_command_line_test.cpp.
#ifndef RILL_OS_WINDOWS_COMMAND_LINE_H
#define RILL_OS_WINDOWS_COMMAND_LINE_H

#include "../base/text.h"

// Arguments as a command line that Windows programs split again, and the
// stricter rules of cmd.exe.
//
// Pure: no system call, no allocation, constexpr, the same on every system. A
// Windows process gets one string. By the rules of the C library
// (learn.microsoft.com, "Parsing C command-line arguments"), quotes enclose a
// part in which white space is literal; a backslash is special only before a
// quote: there two make one backslash, and an odd one makes the quote literal.
// Only ASCII characters matter, so the text stays UTF-8 here.

namespace rill::inline RILL_BUILD::os {

/// The longest command line of CreateProcess, with its NUL, in units of
/// UTF-16.
inline constexpr std::size_t longest_command_line = 32767;
/// The longest command line of cmd.exe, with its NUL.
inline constexpr std::size_t longest_cmd_line = 8191;

// Returns true for characters that require quotes. White space and quotes need
// them. Controls, and characters that the C libraries of Cygwin, MSYS and MinGW
// expand or take for quotes, are safer with them.
constexpr bool has_special_meaning(char c) noexcept {
  auto const code = static_cast<unsigned char>(c);
  if (code <= 0x20 || code == 0x7F) return true;
  return c == '"' || c == '\'' || c == '`' || c == '*' || c == '?' ||
         c == '[' || c == ']' || c == '{' || c == '}';
}

constexpr bool needs_quotes(text argument) noexcept {
  if (argument.size == 0) return true;
  for (char c : argument)
    if (has_special_meaning(c)) return true;
  return false;
}

/// Returns false for a name with a quote, which no command line can hold: in
/// the program's name, argv[0], a quote always ends the name.
constexpr bool can_be_program_name(text name) noexcept {
  for (char c : name)
    if (c == '"') return false;
  return true;
}

/// The room for write_argument: each byte with a backslash, and two quotes.
constexpr std::size_t argument_room(text argument) noexcept {
  return 2 * argument.size + 2;
}

/// Writes argv[0] and returns its end. Requires can_be_program_name(name).
constexpr char* write_program_name(char* out, text name) noexcept {
  bool const is_quoted = needs_quotes(name);
  if (is_quoted) *out++ = '"';
  out = detail::copy_text(out, name);
  if (is_quoted) *out++ = '"';
  return out;
}

// Writes the text that stands between two quotes. Replaces a quote by `quote`
// and a percent sign by `percent`. Doubles backslashes before a quote.
constexpr char* write_between_quotes(char* out, text argument, text quote,
                                     text percent) noexcept {
  std::size_t backslashes = 0;
  for (char c : argument) {
    if (c == '"') {
      out = detail::fill_bytes(out, backslashes, '\\');
      out = detail::copy_text(out, quote);
    } else if (c == '%') {
      out = detail::copy_text(out, percent);
    } else {
      *out++ = c;
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return detail::fill_bytes(out, backslashes, '\\');
}

/// Writes an argument behind argv[0] and returns its end; `argument_room`
/// bytes suffice.
///
///     C:\a b\    becomes    "C:\a b\\"
///     say "hi"   becomes    "say \"hi\""
constexpr char* write_argument(char* out, text argument) noexcept {
  if (!needs_quotes(argument)) return detail::copy_text(out, argument);
  *out++ = '"';
  out = write_between_quotes(out, argument, "\\\"", "%");
  *out++ = '"';
  return out;
}

/// Returns true for a name that Windows passes to cmd.exe: `.bat` or `.cmd`, in
/// any case, also followed by dots and spaces (CVE-2024-43402).
constexpr bool is_batch_file(text name) noexcept {
  while (name.ends_with(".") || name.ends_with(" ")) --name.size;
  if (name.size < 4) return false;
  char ending[4] = {};
  for (std::size_t i = 0; i != 4; ++i) {
    char const c = name.data[name.size - 4 + i];
    ending[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  text const lower(ending, 4);
  return lower == text(".bat") || lower == text(".cmd");
}

/// Returns false for an argument that cannot be passed to cmd.exe: a line end
/// would end the command, and a NUL the line.
constexpr bool can_go_to_cmd(text argument) noexcept {
  for (char c : argument)
    if (c == '\0' || c == '\r' || c == '\n') return false;
  return true;
}

/// The room for write_cmd_argument: eight bytes for a percent sign.
constexpr std::size_t cmd_argument_room(text argument) noexcept {
  return 8 * argument.size + 2;
}

// Characters that are not special to cmd.exe outside quotes.
constexpr bool is_plain_to_cmd(char c) noexcept {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
  return is_digit(c) || c == '#' || c == '$' || c == '+' || c == '-' ||
         c == '.' || c == '/' || c == ':' || c == '@' || c == '\\' || c == '_';
}

constexpr bool needs_cmd_quotes(text argument) noexcept {
  // A backslash at the end: the batch file may put quotes around it.
  if (argument.size == 0 || argument.ends_with("\\")) return true;
  for (char c : argument)
    if (!is_plain_to_cmd(c)) return true;
  return false;
}

// Writes an argument as write_cmd_argument does, but always with quotes, which
// cmd.exe requires around the path of the batch file.
constexpr char* write_quoted_for_cmd(char* out, text argument) noexcept {
  *out++ = '"';
  out = write_between_quotes(out, argument, "\"\"", "%%cd:~,%");
  *out++ = '"';
  return out;
}

/// Writes an argument of a batch file, for cmd.exe and for the program to which
/// the batch file passes it, and returns its end. Requires can_go_to_cmd.
///
/// Doubles a quote: for cmd.exe two quotes close and open, so that the rest
/// stays quoted, and for the C library they are one. A backslash before a quote
/// would escape it for the C library, but not for cmd.exe. cmd.exe expands
/// %NAME% in quotes too, and a caret in quotes does not prevent it. Therefore
/// `%cd:~,%` follows each percent sign. It expands to an empty substring of a
/// variable that always exists (CVE-2024-24576). Requires cmd.exe's extensions
/// (/e:ON).
constexpr char* write_cmd_argument(char* out, text argument) noexcept {
  if (needs_cmd_quotes(argument)) return write_quoted_for_cmd(out, argument);
  return detail::copy_text(out, argument);
}

// Splits the command line of a Windows process.
//
// Pure: no system call, no allocation, constexpr, the same on every system. The
// rules are those by which the C library since Visual Studio 2008 makes the
// arguments of main() (learn.microsoft.com, "Parsing C command-line
// arguments"). All special characters are ASCII, so the text is UTF-8.

/// Splits a command line in place.
class command_line_splitter {
 public:
  /// Overwrites the line with its arguments, each followed by a NUL, and
  /// returns their size. There is at least one argument, the program's name.
  /// Requires room for one byte after the line.
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

  // In the program's name a backslash is literal.
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
  // Two quotes within quotes are one literal quote and do not close.
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

  // Writes the NUL. It never overtakes the input: it replaces the blank after
  // the argument, or the byte after the line.
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
