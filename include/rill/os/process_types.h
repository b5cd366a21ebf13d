// rill/os/process_types.h: the types for processes, programs, debug messages
// and windows.
//
// Layer 3. Tests: test/os/spawn_test.cpp, test/process/program_test.cpp,
// test/os/debug_output_test.cpp, test/os/win32/window_test.cpp.
#ifndef RILL_OS_PROCESS_TYPES_H
#define RILL_OS_PROCESS_TYPES_H

#include "../base/result.h"
#include "../base/text.h"
#include "output.h"  // native_handle

// The parameters of a process and how it ended, on every system.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// The processes that are ended together with a child.
enum class process_group : unsigned char {
  automatic,  ///< chosen by the call
  own,        ///< its own (Windows: a job), ended as a whole
  shared,     ///< the parent's: the terminal's keys signal it
};

/// How to treat a file that cmd.exe would interpret (.bat, .cmd). Ignored
/// except on Windows.
enum class batch_files : unsigned char {
  refuse,  ///< an error
  escape,  ///< its arguments are escaped for cmd.exe
};

namespace os {

/// A handle of the parent and its descriptor number in the child: 0, 1 and 2
/// are the standard streams. Windows supports only these.
struct child_handle {
  native_handle source = no_handle;
  int target = 0;
};

/// The parameters of a new process. The texts contain no NUL and are not kept.
struct spawn_request {
  text program;                     ///< a path, or a name to look up in PATH
  text const* arguments = nullptr;  ///< the first is argv[0]
  std::size_t argument_count = 0;   ///< at least 1
  text directory = {};              ///< null data: the parent's directory
  /// Resolves a program name with a slash relative to `directory`.
  bool is_program_in_directory = false;
  /// `NAME=value`, each followed by a NUL; null data: the parent's environment.
  text environment = {};
  child_handle const* handles = nullptr;  ///< all others are closed
  std::size_t handle_count = 0;
  bool has_own_group = false;
  int group = 0;         ///< if not 0, another child's group to join (POSIX)
  int group_inside = 0;  ///< Linux: its number in the child's PID namespace
  /// Linux: sends SIGTERM to the process alone when the thread that started it
  /// ends; Windows: ends the process with the job.
  bool ends_with_parent = false;
  batch_files batch = batch_files::refuse;
};

/// How a process ended.
struct exit_report {
  bool is_signal = false;
  bool has_core = false;
  unsigned number = 0;  ///< the exit status, or the signal
};

/// Whether a process has ended, or the error.
struct awaited {
  bool has_ended = false;
  error_code error;
};

/// How a process ended, or the error: on POSIX ECHILD if SIGCHLD is ignored or
/// other code has waited for the process.
struct collected {
  exit_report report;
  error_code error;
};

inline constexpr unsigned long long for_ever = ~0ull;

/// The end of a pipe that pump_some will move bytes through, if any.
enum class pumped_end : unsigned char { none, reader, writer };

struct pipe_ends {
  native_handle reader = no_handle;
  native_handle writer = no_handle;
  error_code error;
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// Texts of any length that the system returns.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::os {

/// The size of a text that was written into a caller's buffer. If it exceeds
/// the buffer, the contents are unspecified, and the caller repeats the call
/// with a larger one. `size` bytes may again be too few, because some systems
/// do not report the size.
struct filled {
  std::size_t size = 0;
  error_code error;
  bool is_there = true;  ///< for a variable: it exists
};

inline filled filled_with(text found, char* out, std::size_t room) noexcept {
  if (found.size <= room) detail::copy_text(out, found);
  return {found.size, {}};
}

}  // namespace rill::inline RILL_BUILD::os

// The level of a message, and a message for the system's log.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// The severity of a message. The values are those of syslog (RFC 5424, table
/// 2), so `level <= debug_level::warning` is true for errors and warnings.
enum class debug_level : unsigned char {
  none = 0,  ///< off: a message of this level is not shown
  error = 3,
  warning = 4,
  notice = 5,
  information = 6,
  debug = 7,
};

namespace os {

/// A message for the system's log or a debugger.
struct debug_message {
  text bytes;       ///< well-formed UTF-8 without NUL, no newline at its end
  int severity;     ///< of syslog, 0 to 7
  text identifier;  ///< the name of the program
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// The content of a system window.
//
// Values only.

namespace rill::inline RILL_BUILD::os {

/// A message that is shown until the user closes it or the time is over. The
/// texts are well-formed UTF-8 without NUL.
struct window_message {
  text title;
  text bytes;
  debug_level level = debug_level::information;  ///< chooses the icon
  unsigned long long nanoseconds = ~0ull;        ///< ~0: no limit
};

}  // namespace rill::inline RILL_BUILD::os

#endif
