// rill/os/terminal.h: is_terminal and terminal_size, for files and streams of
// every kind.
//
// Layer 3. Allocates only for errors. Tests: test/os/terminal_test.cpp,
// test/os/win32/terminal_test.cpp, test/system/style_test.py.
#ifndef RILL_OS_TERMINAL_H
#define RILL_OS_TERMINAL_H

#include <concepts>  // std::convertible_to
#include <stdio.h>   // FILE
#include <stdlib.h>  // getenv

#include "../base/config.h"
#include "../base/text.h"
#include "c_stream.h"
#include "error.h"

#if RILL_HOSTED && (defined(__unix__) || defined(__APPLE__))
#include <sys/ioctl.h>  // ioctl, TIOCGWINSZ, winsize
#endif

namespace rill::inline RILL_BUILD {

/// The size of a terminal in characters; 0 means unknown.
struct screen_size {
  int columns = 0;
  int rows = 0;
  friend constexpr bool operator==(screen_size, screen_size) = default;

  /// Prints the size as `80x24`.
  friend constexpr auto rill_print(auto& out, screen_size const& s) {
    return out(s.columns, 'x', s.rows);
  }
};

namespace os {

struct terminal_answer {
  screen_size size;
  error_code error;
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// The system's report of a terminal's size.

namespace rill::inline RILL_BUILD::os {

#if !RILL_HOSTED

constexpr terminal_answer size_of_terminal(native_handle) {
  return {{}, library_problem::unsupported};
}

#elif defined(__unix__) || defined(__APPLE__)

/// Returns the size that the terminal reports; serial lines report 0.
inline terminal_answer size_of_terminal(native_handle handle) {
  winsize size{};
  if (::ioctl(handle, TIOCGWINSZ, &size) != 0) return {{}, last_error()};
  return {{size.ws_col, size.ws_row}, {}};
}

#elif defined(_WIN32)

/// CONSOLE_SCREEN_BUFFER_INFO
struct windows_screen {
  short buffer_columns, buffer_rows;
  short cursor_column, cursor_row;
  unsigned short attributes;
  short window_left, window_top, window_right, window_bottom;
  short most_columns, most_rows;
};
static_assert(sizeof(windows_screen) == 22);

extern "C" {
windows_bool rill_GetConsoleScreenBufferInfo(void*, windows_screen*) noexcept
    __asm__("GetConsoleScreenBufferInfo");
}

/// Returns the size of the window, which shows a part of the console's buffer.
inline terminal_answer size_of_terminal(native_handle handle) {
  windows_screen screen{};
  if (!rill_GetConsoleScreenBufferInfo(handle, &screen))
    return {{}, last_error()};
  return {{screen.window_right - screen.window_left + 1,
           screen.window_bottom - screen.window_top + 1},
          {}};
}

#endif

}  // namespace rill::inline RILL_BUILD::os

namespace rill::inline RILL_BUILD {

namespace detail {

// Returns the handle of a file or stream; no_handle if it is closed.
template <class T>
os::native_handle handle_behind(T const& thing) {
  if constexpr (std::convertible_to<T const&, FILE*>) {
    FILE* const stream = thing;
    return stream ? os::handle_of(stream) : os::no_handle;
  } else if constexpr (requires { thing.native_handle(); }) {
    return thing.native_handle();
  } else if constexpr (requires { thing.file().native_handle(); }) {
    return thing.file().native_handle();
  } else if constexpr (requires {
                         { thing.get() } -> std::convertible_to<FILE*>;
                       }) {
    return handle_behind<FILE*>(thing.get());
  } else {
    static_assert(always_false<T>,
                  "rill: is_terminal and terminal_size take a file, a FILE*, "
                  "or a reader or writer of a file; the standard streams are "
                  "stdin, stdout and stderr");
    return os::no_handle;
  }
}

// Returns the number in a variable; 0 if it is not a possible terminal size.
inline int size_from_environment(char const* variable) {
  char const* at = ::getenv(variable);
  if (!at) return 0;
  int number = 0;
  for (; *at; ++at) {
    if (*at < '0' || *at > '9' || number > 99999) return 0;
    number = number * 10 + (*at - '0');
  }
  return number;
}

// Completes from the environment what the terminal does not report.
inline result<screen_size> completed_size(os::terminal_answer answer) {
  screen_size size = answer.size;
  if (size.columns == 0) size.columns = size_from_environment("COLUMNS");
  if (size.rows == 0) size.rows = size_from_environment("LINES");
  if (size != screen_size{}) return size;
  error_code const reason =
      answer.error ? answer.error : library_problem::no_size;
  return error(reason, "measure", "terminal");
}

}  // namespace detail

/// Returns true for a file, a FILE*, or a reader or writer of a file, that is
/// a terminal. Cost: one system call.
///
/// Example:
///     if (rill::is_terminal(stdin)) rill::println("Type a number:");
template <class T>
bool is_terminal(T const& thing) {
  os::native_handle const handle = detail::handle_behind(thing);
  return handle != os::no_handle && os::is_terminal(handle);
}

/// Returns the current size of the terminal in characters. If the terminal does
/// not report a number, uses COLUMNS or LINES of the environment, or else 0.
///
/// Errors: neither number is known (no terminal: ENOTTY). Cost: one system
/// call.
template <class T>
result<screen_size> try_terminal_size(T const& thing) {
  os::native_handle const handle = detail::handle_behind(thing);
  if (handle == os::no_handle)
    return detail::completed_size({{}, library_problem::closed});
  return detail::completed_size(os::size_of_terminal(handle));
}
template <class T>
screen_size terminal_size(T const& thing) {
  return try_terminal_size(thing).value();
}

/// Returns the size of the first terminal among standard output, standard error
/// and standard input.
///
/// Example:
///     auto const size = rill::try_terminal_size();
///     int const width = size && size->columns != 0 ? size->columns : 80;
///     rill::println(rill::right("|", static_cast<unsigned>(width)));
inline result<screen_size> try_terminal_size() {
  os::native_handle const handles[] = {os::standard_output_handle,
                                       os::standard_error_handle,
                                       os::standard_input_handle};
  os::terminal_answer first = os::size_of_terminal(handles[0]);
  for (int i = 1; first.error && i != 3; ++i) {
    os::terminal_answer const other = os::size_of_terminal(handles[i]);
    if (!other.error) first = other;
  }
  return detail::completed_size(first);
}
inline screen_size terminal_size() { return try_terminal_size().value(); }

}  // namespace rill::inline RILL_BUILD

#endif
