// rill/process/spawn.h: starts a program, and does not wait for it.
//
// Layer 6. Tests: test/process/child_test.cpp, test/system/process_test.py.
#ifndef RILL_PROCESS_SPAWN_H
#define RILL_PROCESS_SPAWN_H

#include "child.h"
#include "command.h"
#include "options.h"

namespace rill::inline RILL_BUILD {

/// Starts a program and returns once it runs. If the child inherits this
/// program's standard output or standard error, their buffers are written
/// first.
///
/// Returns: the child, with a writer and readers for the piped streams.
/// Errors: ENOENT; EACCES, also for a folder; ENOEXEC for a file that is not a
/// program and does not begin with #!; E2BIG for arguments that are too long;
/// those of entering the directory; EAGAIN at the limit of processes; EMFILE;
/// library_problem::empty_command, ::argument_contains_nul. The error names the
/// step that failed, and the program or the directory.
/// Cost: one posix_spawn; docs/processes.md.
///
/// Example:
///     rill::child sort = rill::spawn({"sort", "-n"}, {.in = rill::piped,
///                                                     .out = rill::piped});
///     for (int x : {3, 1, 2}) rill::println(sort.in(), x);
///     sort.in().close();
///     int smallest = 0;
///     rill::scan(sort.out(), smallest);
///     rill::println(smallest, ' ', sort.wait());
result<child> try_spawn(command const& what, spawn_options const& options = {});
inline child spawn(command const& what, spawn_options const& options = {}) {
  return try_spawn(what, options).value();
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "spawn_body.h"
#endif

#endif
