// rill/process/options.h: how a program is run and spawned.
//
// Floor 5. Texts and files in options are the caller's, and have to be there
// as long as run or spawn runs. Tests: test/process/run_test.cpp,
// test/process/child_test.cpp.
#ifndef RILL_PROCESS_OPTIONS_H
#define RILL_PROCESS_OPTIONS_H

#include "../base/time_out.h"
#include "../os/path.h"
#include "../os/process_terms.h"
#include "environment_changes.h"
#include "streams.h"

namespace rill::inline RILL_BUILD {

/// What a child's destructor does when the child has not been waited for.
enum class child_end : unsigned char {
  stop,  ///< ends the child and its group at once
  wait,  ///< closes its pipes and waits; writing to one is SIGPIPE then
};

/// How a program is run.
struct run_options {
  run_input input = {};          ///< what it reads: nothing by default
  run_output out = {};           ///< where it prints: captured by default
  run_error_output err = {};     ///< and its errors: captured too
  path_view directory = text{};  ///< its current directory
  environment_changes environment = {};  ///< its environment
  /// How long it may take; behind that it and its group are ended.
  time_limit timeout = {};
  /// How long it has after the time-out from being asked to stop (SIGTERM;
  /// CTRL_BREAK) to being ended; not asked by default.
  time_limit stop_after = {};
  /// Bytes of standard output, and of standard error, that are captured, and
  /// of a line: more end the child.
  unsigned long long limit = 256ull << 20;
  /// What the program takes for its name, where that is not the first
  /// argument.
  text arg0 = {};
  /// Of its own by default where there is a time-out and the input is not
  /// inherited, else the parent's.
  process_group group = process_group::automatic;
  /// A program with a slash in its name is looked for from `directory`, not
  /// from the parent's current directory.
  bool program_in_directory = false;
  batch_files batch = batch_files::refuse;
};

/// How a program is spawned.
struct spawn_options {
  child_input in = {};           ///< what it reads: inherited by default
  child_output out = {};         ///< where it prints: inherited by default
  child_error_output err = {};   ///< and its errors
  path_view directory = text{};  ///< its current directory
  environment_changes environment = {};  ///< its environment
  text arg0 = {};                        ///< as in run_options
  /// Of its own by default where `in` is not inherited, else the parent's.
  process_group group = process_group::automatic;
  child_end at_end = child_end::stop;
  bool program_in_directory = false;  ///< as in run_options
  batch_files batch = batch_files::refuse;
};

}  // namespace rill::inline RILL_BUILD

#endif
