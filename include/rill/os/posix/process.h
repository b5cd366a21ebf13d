// rill/os/posix/process.h: the program itself: whether it is a library, and
// its end.
//
// Layer 3. Throws nothing. Tests: test/system/.
#ifndef RILL_OS_POSIX_PROCESS_H
#define RILL_OS_POSIX_PROCESS_H

#include <unistd.h>  // _exit
#if defined(__linux__)
#include <linux/auxvec.h>  // AT_PHDR
#endif

#include "../../base/config.h"
#include "c_stream.h"
#include "basic.h"
#if RILL_TRACING
#include "standard_trace.h"
#endif

namespace rill::inline RILL_BUILD::os {

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

namespace RILL_OF_THIS_MODULE before_exit {
RILL_STATE inline void (*drain)() =
    nullptr;  // writes what buffers of rill's hold
}

/// Ends the program with a status after C's own streams and the native
/// standard ones are flushed, and without running anything registered for the
/// end once more.
[[noreturn]] RILL_OF_THIS_MODULE inline void exit_after_flush(int status) {
  if (before_exit::drain) before_exit::drain();
  flush_every_stream();
#if RILL_TRACING
  standard_trace::write_once();
#endif
  ::_exit(status);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
