// rill/os/process_types.h: what processes, programs, messages for a developer
// and windows are described by.
//
// Layer 3. Tests: test/os/spawn_test.cpp, test/process/program_test.cpp,
// test/os/debug_output_test.cpp, test/os/win32/window_test.cpp.
#ifndef RILL_OS_PROCESS_TYPES_H
#define RILL_OS_PROCESS_TYPES_H

#include "../base/result.h"
#include "../base/text.h"
#include "output.h"  // native_handle

// What a process is asked to be and how it ended, on every system.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// Which processes a child is ended with.
enum class process_group : unsigned char {
  automatic,  ///< as the call says
  own,        ///< a group of its own (Windows: a job), which is ended whole
  shared,     ///< the parent's: the terminal's keys reach it
};

/// What becomes of a file that cmd.exe would interpret (.bat, .cmd). Means
/// nothing but on Windows.
enum class batch_files : unsigned char {
  refuse,  ///< an error
  escape,  ///< its arguments are escaped for cmd.exe
};

namespace os {

/// A handle of the parent's, and which descriptor it is to the child: 0, 1
/// and 2 are the standard streams. Windows has no others.
struct child_handle {
  native_handle source = no_handle;
  int target = 0;
};

/// What is started. Nothing in it has a NUL, and nothing is kept.
struct spawn_request {
  text program;                     ///< a path, or a name that PATH has
  text const* arguments = nullptr;  ///< the first is the name that it sees
  std::size_t argument_count = 0;   ///< 1 at least
  text directory = {};              ///< data is null: the parent's
  /// A program with a slash in its name is looked for from `directory`.
  bool is_program_in_directory = false;
  /// `NAME=value`, each with a NUL behind it; data is null: the parent's.
  text environment = {};
  child_handle const* handles = nullptr;  ///< what is not here is closed
  std::size_t handle_count = 0;
  bool has_own_group = false;
  int group = 0;  ///< where not 0 that of another child instead (POSIX)
  /// Linux: SIGTERM to the process alone, when the thread that has started it
  /// ends; Windows: with the job.
  bool ends_with_parent = false;
  batch_files batch = batch_files::refuse;
};

/// How a process ended.
struct exit_report {
  bool is_signal = false;
  bool has_core = false;
  unsigned number = 0;  ///< the status, or the signal
};

/// Whether a process has ended, or why that is not known.
struct awaited {
  bool has_ended = false;
  error_code error;
};

/// How a process ended, or why that is not known: on POSIX ECHILD when SIGCHLD
/// is ignored, or other code has waited for every child.
struct collected {
  exit_report report;
  error_code error;
};

inline constexpr unsigned long long for_ever = ~0ull;

/// The end of a pipe that pump_some is to move bytes through, if any.
enum class pumped_end : unsigned char { none, reader, writer };

struct pipe_ends {
  native_handle reader = no_handle;
  native_handle writer = no_handle;
  error_code error;
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// Texts that the system has, of any length.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::os {

/// The size of a text that was written into a caller's room. If it is larger
/// than the room, the contents of the room are unspecified, and the caller
/// repeats the call with more room. `size` bytes may be too few again, because
/// some systems do not tell the size.
struct filled {
  std::size_t size = 0;
  error_code error;
  bool is_there = true;  ///< of a variable: that there is one
};

inline filled filled_with(text found, char* out, std::size_t room) noexcept {
  if (found.size <= room) detail::copy_text(out, found);
  return {found.size, {}};
}

}  // namespace rill::inline RILL_BUILD::os

// How important a message is, and a message for the system's log.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// How important a message is. The values are the severities of syslog
/// (RFC 5424, table 2), so `level <= debug_level::warning` is true for errors
/// and warnings.
enum class debug_level : unsigned char {
  none = 0,  ///< no message: what has this level is not shown
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

// What a window of the system is asked to show.
//
// Values only.

namespace rill::inline RILL_BUILD::os {

/// A message that is shown until the user closes it, or the time is over. The
/// texts are well-formed UTF-8 without NUL.
struct window_message {
  text title;
  text bytes;
  debug_level level = debug_level::information;  ///< chooses the icon
  unsigned long long nanoseconds = ~0ull;        ///< ~0: no limit
};

}  // namespace rill::inline RILL_BUILD::os

#endif
