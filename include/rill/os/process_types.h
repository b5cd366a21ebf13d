// rill/os/process_terms.h: what a process is asked to be and how it ended, on
// every system.
//
// Floor 3. Values only. Tests: test/os/spawn_test.cpp.
#ifndef RILL_OS_PROCESS_TERMS_H
#define RILL_OS_PROCESS_TERMS_H

#include "../base/error_code.h"
#include "../base/text.h"
#include "os.h"

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

#endif
