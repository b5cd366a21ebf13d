// rill/process/program.h: what this program was started with.
//
// Floor 5. Allocates. Tests: test/process/program_test.cpp.
#ifndef RILL_PROCESS_PROGRAM_H
#define RILL_PROCESS_PROGRAM_H

#include "../os/error.h"
#include "../os/program.h"
#include "command.h"
#include "filled_text.h"

namespace rill::inline RILL_BUILD {

/// Returns the arguments of this program, of which the first is its name. On
/// Windows they are converted to UTF-8; elsewhere they are the bytes that the
/// program was started with. The list is empty if it was started without any.
///
/// Errors: those of opening and reading /proc/self/cmdline on Linux;
/// library_problem::unsupported from systems but Linux, Windows, macOS,
/// FreeBSD, NetBSD and DragonFly.
inline result<command> try_arguments() {
  owned_text block;
  os::filled const got = detail::fill(block, os::read_arguments);
  if (got.error) return error(got.error, "get arguments");
  command all;
  for (text left = block; left.size != 0;) all.add(detail::take_text(left));
  return all;
}

/// Returns the same arguments, as they were at the first call. The reference is
/// valid as long as the program runs. Any thread may call it.
///
/// Example:
///     for (rill::text one : rill::arguments()) rill::println(one);
inline command const& arguments() {
  // Never destroyed: destructors of static objects may use it.
  static command const& all = *new command(try_arguments().value());
  return all;
}

/// Returns the absolute path of this program's file. If the file was removed or
/// replaced, " (deleted)" follows the path on Linux.
///
/// Errors: those of reading /proc/self/exe on Linux;
/// library_problem::unsupported as above.
inline result<owned_text> try_program_path() {
  owned_text path;
  os::filled const got = detail::fill(path, os::read_program_path);
  if (got.error) return error(got.error, "get path of program");
  return path;
}
inline owned_text program_path() { return try_program_path().value(); }

/// Returns the number that the system has for this process.
inline int process_id() noexcept { return os::process_id(); }

}  // namespace rill::inline RILL_BUILD

#endif
