// rill/os/program.h: the arguments and the path of this program.
//
// Layer 3. Throws nothing; allocates only on Windows. The code for macOS and
// the BSDs has been compiled, but not run. Tests:
// test/process/program_test.cpp.
#ifndef RILL_OS_PROGRAM_H
#define RILL_OS_PROGRAM_H

#include "../base/config.h"
#include "../base/text.h"
#include "process_types.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no arguments"
#elif defined(_WIN32)

#include "win32/converted_text.h"
#include "windows_command_line.h"

namespace rill::inline RILL_BUILD::os {

// Allocates with malloc. Ill-formed UTF-16 is read as U+FFFD.

extern "C" wchar_t* rill_GetCommandLineW() noexcept __asm__("GetCommandLineW");

/// Writes the arguments, each with a NUL behind it.
inline filled read_arguments(char* out, std::size_t room) noexcept {
  wchar_t const* const line = rill_GetCommandLineW();
  std::size_t size = 0;
  while (line[size] != L'\0') ++size;
  narrow_text all = narrowed(line, size, replace_invalid);
  if (all.error) return {0, all.error};
  all.size = command_line_splitter::split(all.data, all.size);
  return filled_with(all, out, room);
}

/// Writes the path of the program's file.
inline filled read_program_path(char* out, std::size_t room) noexcept {
  constexpr windows_word most = 32768;
  wide_text path;
  if (!path.make_room(most)) return {0, path.error};
  windows_word const size = rill_GetModuleFileNameW(nullptr, path.data, most);
  if (size == 0 || size == most) return {0, last_error()};
  narrow_text const narrow = narrowed(path.data, size, replace_invalid);
  if (narrow.error) return {0, narrow.error};
  return filled_with(narrow, out, room);
}

inline int process_id() noexcept {
  return static_cast<int>(rill_GetCurrentProcessId());
}

}  // namespace rill::inline RILL_BUILD::os

#else

#include <unistd.h>  // getpid
#if defined(__linux__)
#include "posix/device.h"
#include "posix/entry.h"
#elif defined(__APPLE__)
#include <crt_externs.h>  // _NSGetArgc, _NSGetArgv
#include <mach-o/dyld.h>  // _NSGetExecutablePath
#include <stdint.h>       // uint32_t
#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
#include <errno.h>       // ENOMEM
#include <sys/param.h>   // what <sys/sysctl.h> needs
#include <sys/sysctl.h>  // sysctl, KERN_PROC_ARGS, KERN_PROC_PATHNAME
#endif

namespace rill::inline RILL_BUILD::os {

#if defined(__linux__)

// A text that fills the room may be truncated; the kernel does not report it.
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

#elif defined(__APPLE__)

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

/// Writes the path of the program's file, which can contain symbolic links.
inline filled read_program_path(char* out, std::size_t room) noexcept {
  auto size =
      static_cast<uint32_t>(detail::smaller<std::size_t>(room, ~uint32_t{0}));
  if (_NSGetExecutablePath(out, &size) != 0) return {size, {}};
  return {detail::length_of(out), {}};
}

#elif defined(__FreeBSD__) || defined(__NetBSD__) || defined(__DragonFly__)

// Reads a fact about this process from the kernel. Each text ends with a NUL.
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

#endif
