// rill/os/output.h: the system functions that printing needs: writing to a
// handle, error texts, the program's name, and exit after a flush.
//
// Layer 3. Throws nothing. Opening files is in file_calls.h, because it costs
// 25 ms of compile time. Tests: test/os/output_test.cpp,
// test/os/error_test.cpp, test/system/.
#ifndef RILL_OS_OUTPUT_H
#define RILL_OS_OUTPUT_H

#include "../base/config.h"

#if !RILL_HOSTED

#include "none/output.h"

#elif defined(__unix__) || defined(__APPLE__)

#include <unistd.h>  // _exit
#if defined(__linux__)
#include <linux/auxvec.h>  // AT_PHDR
#endif

#include "c_stream.h"
#include "posix/basic.h"
#include "posix/call.h"
#include "posix/output.h"
#if RILL_TRACING
#include "posix/standard_trace.h"
#endif

#elif defined(_WIN32)

#include <process.h>  // _exit
#include <stdio.h>    // fflush

#include "win32/basic.h"
#include "win32/call.h"
#include "win32/output.h"

#else
#error "rill: this system is not supported yet"
#endif

namespace rill::inline RILL_BUILD::os {

#if RILL_HOSTED && (defined(__unix__) || defined(__APPLE__))

#if defined(__linux__)
// Declared here, because <sys/auxv.h> includes the 4,500 lines of <elf.h>.
extern "C" unsigned long rill_getauxval(unsigned long) noexcept
    __asm__("getauxval");
// The start of the program or library into which this code is linked.
extern "C" char const rill_image_start __asm__("__ehdr_start")
    __attribute__((weak, visibility("hidden")));
#endif

/// Returns true in code of a shared library, if the system can tell. The
/// library may be unloaded before the program ends, so its memory and functions
/// must not stay registered elsewhere.
RILL_OF_THIS_MODULE inline bool is_library() {
#if defined(__linux__)
  // The kernel provides the address of the program's headers. They are in the
  // first page of this code's image, unless the image is a library.
  constexpr unsigned long page = 4096;
  return rill_getauxval(AT_PHDR) -
             reinterpret_cast<unsigned long>(&rill_image_start) >=
         page;
#else
  return false;
#endif
}

/// The same, but true if the system cannot tell.
RILL_OF_THIS_MODULE inline bool may_be_unloaded() {
#if defined(__linux__)
  return is_library();
#else
  return true;
#endif
}

#elif RILL_HOSTED

/// Returns true in code that may be unloaded before the program ends. Always
/// true here, to be safe: Windows cannot tell.
constexpr bool may_be_unloaded() { return true; }

#endif

#if RILL_HOSTED

namespace RILL_OF_THIS_MODULE before_exit {
// What rill's own end of the program calls first. Loaded and stored atomically.
using action = void (*)();
RILL_STATE inline action drain = nullptr;   // writes the standard streams
RILL_STATE inline action finish = nullptr;  // writes what open writers hold

inline void set(action& which, action to) {
  __atomic_store_n(&which, to, __ATOMIC_RELEASE);
}
inline void call(action& which) {
  if (action const now = __atomic_load_n(&which, __ATOMIC_ACQUIRE)) now();
}
}  // namespace RILL_OF_THIS_MODULE before_exit

/// Flushes the open writers over files, C's streams and the native standard
/// streams, then ends the program with a status, without running the exit
/// handlers again.
[[noreturn]] RILL_OF_THIS_MODULE inline void exit_after_flush(int status) {
  before_exit::call(before_exit::finish);
  before_exit::call(before_exit::drain);
#if defined(_WIN32)
  (void)::fflush(nullptr);
#else
  flush_every_stream();
#endif
#if RILL_TRACING
  standard_trace::write_once();
#endif
  ::_exit(status);
}

#else

/// Traps: there is no system to return to.
[[noreturn]] inline void exit_after_flush(int) { __builtin_trap(); }

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
