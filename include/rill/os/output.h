// rill/os/output.h: what printing needs of a system: writing to a handle, error
// texts, the program's name, and its end after a flush.
//
// Layer 3. Throws nothing. Opening files is apart from it (file_calls.h),
// because that costs 25 ms of compile time. Tests: test/os/output_test.cpp,
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
// Declared here, because <sys/auxv.h> comes with the 4,500 lines of <elf.h>.
extern "C" unsigned long rill_getauxval(unsigned long) noexcept
    __asm__("getauxval");
// Where the program or library that this code is linked into begins.
extern "C" char const rill_image_start __asm__("__ehdr_start")
    __attribute__((weak, visibility("hidden")));
#endif

/// True in code of a shared library, where the system tells. It may be
/// unloaded before the program ends: memory and functions of it must not be
/// left behind in others' hands.
RILL_OF_THIS_MODULE inline bool is_library() {
#if defined(__linux__)
  // The kernel says where the program's own headers are: in the first page
  // of the image that this code belongs to, unless that is a library.
  constexpr unsigned long page = 4096;
  return rill_getauxval(AT_PHDR) -
             reinterpret_cast<unsigned long>(&rill_image_start) >=
         page;
#else
  return false;
#endif
}

/// The same, where true is the answer when the system does not tell.
RILL_OF_THIS_MODULE inline bool may_be_unloaded() {
#if defined(__linux__)
  return is_library();
#else
  return true;
#endif
}

#elif RILL_HOSTED

/// True in code that may be unloaded before the program ends. Windows does not
/// tell, so the answer is the safe one.
constexpr bool may_be_unloaded() { return true; }

#endif

#if RILL_HOSTED

namespace RILL_OF_THIS_MODULE before_exit {
RILL_STATE inline void (*drain)() =
    nullptr;  // writes what buffers of rill's hold
}

/// Ends the program with a status after C's own streams and the native
/// standard ones are flushed, and without running anything registered for the
/// end once more.
[[noreturn]] RILL_OF_THIS_MODULE inline void exit_after_flush(int status) {
  if (before_exit::drain) before_exit::drain();
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

/// There is nothing to go back to.
[[noreturn]] inline void exit_after_flush(int) { __builtin_trap(); }

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
