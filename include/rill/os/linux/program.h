// rill/os/linux/program.h: what the program was started with, from /proc.
//
// Layer 3. Allocates nothing, throws nothing. Tests:
// test/process/program_test.cpp.
#ifndef RILL_OS_LINUX_PROGRAM_H
#define RILL_OS_LINUX_PROGRAM_H

#include <unistd.h>  // getpid

#include "../os.h"
#include "../posix/entry.h"
#include "../process_types.h"

namespace rill::inline RILL_BUILD::os {

// A text that fills the room may be longer; the kernel does not tell.
inline filled filled_by(transfer done, std::size_t room) noexcept {
  return {done.moved + (done.moved == room), done.error};
}

/// Writes the arguments, each with a NUL behind it. The kernel reads them from
/// the program's memory: they change when the program overwrites argv, as some
/// do to change the output of ps.
inline filled read_arguments(char* out, std::size_t room) noexcept {
  opened const list = open("/proc/self/cmdline", {.read = true});
  if (list.error) return {0, list.error};
  transfer const done = read_all(list.handle, out, room);
  (void)close(list.handle);
  return filled_by(done, room);
}

/// Writes the path of the program's file. " (deleted)" follows it if the file
/// was removed or replaced.
inline filled read_program_path(char* out, std::size_t room) noexcept {
  return filled_by(read_link_at(current_folder, "/proc/self/exe", out, room),
                   room);
}

inline int process_id() noexcept { return ::getpid(); }

}  // namespace rill::inline RILL_BUILD::os

#endif
