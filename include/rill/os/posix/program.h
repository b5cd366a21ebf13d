// rill/os/posix/program.h: what the program was started with, on macOS and the
// BSDs.
//
// Layer 3. Allocates nothing, throws nothing. Compiled and not run, for want
// of a machine. Tests: test/process/program_test.cpp.
#ifndef RILL_OS_POSIX_PROGRAM_H
#define RILL_OS_POSIX_PROGRAM_H

#include <errno.h>   // ENOMEM
#include <unistd.h>  // getpid
#if defined(__APPLE__)
#include <crt_externs.h>  // _NSGetArgc, _NSGetArgv
#include <mach-o/dyld.h>  // _NSGetExecutablePath
#include <stdint.h>       // uint32_t
#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
#include <sys/param.h>   // what <sys/sysctl.h> needs
#include <sys/sysctl.h>  // sysctl, KERN_PROC_ARGS, KERN_PROC_PATHNAME
#endif

#include "../../base/text.h"
#include "../process_types.h"

namespace rill::inline RILL_BUILD::os {

#if defined(__APPLE__)

/// Writes the arguments, each with a NUL behind it.
inline filled read_arguments(char* out, std::size_t room) noexcept {
  std::size_t size = 0;
  int const count = *_NSGetArgc();
  for (int i = 0; i != count; ++i) {
    char const* const argument = (*_NSGetArgv())[i];
    std::size_t const more = detail::length_of(argument) + 1;
    if (size + more <= room) detail::copy_bytes(out + size, argument, more);
    size += more;
  }
  return {size, {}};
}

/// Writes the path of the program's file, which can have links in it.
inline filled read_program_path(char* out, std::size_t room) noexcept {
  auto size =
      static_cast<uint32_t>(detail::smaller<std::size_t>(room, ~uint32_t{0}));
  if (_NSGetExecutablePath(out, &size) != 0) return {size, {}};
  return {detail::length_of(out), {}};
}

#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)

// What the kernel knows of this process. It has a NUL behind each text.
inline filled read_of_process(int const (&what)[4], char* out,
                              std::size_t room) noexcept {
  std::size_t size = room;
  if (::sysctl(what, 4, out, &size, nullptr, 0) == 0) return {size, {}};
  if (errno == ENOMEM) return {room + 1, {}};
  return {0, {error_source::system, errno}};
}

/// Writes the arguments, each with a NUL behind it.
inline filled read_arguments(char* out, std::size_t room) noexcept {
#if defined(__NetBSD__)
  return read_of_process({CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_ARGV}, out,
                         room);
#else
  return read_of_process({CTL_KERN, KERN_PROC, KERN_PROC_ARGS, ::getpid()}, out,
                         room);
#endif
}

/// Writes the path of the program's file.
inline filled read_program_path(char* out, std::size_t room) noexcept {
#if defined(__NetBSD__)
  filled got = read_of_process(
      {CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME}, out, room);
#else
  filled got =
      read_of_process({CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1}, out, room);
#endif
  bool const has_nul = got.size != 0 && got.size <= room;
  if (has_nul && out[got.size - 1] == '\0') --got.size;
  return got;
}

#else

inline filled read_arguments(char*, std::size_t) noexcept {
  return {0, library_problem::unsupported};
}
inline filled read_program_path(char*, std::size_t) noexcept {
  return {0, library_problem::unsupported};
}

#endif

inline int process_id() noexcept { return ::getpid(); }

}  // namespace rill::inline RILL_BUILD::os

#endif
