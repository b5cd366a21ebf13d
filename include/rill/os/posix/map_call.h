// rill/os/posix/map_call.h: the seam of the calls that map memory.
//
// Floor 3. As call.h, apart from it because its header costs compile time
// that files without mappings need not pay.
#ifndef RILL_OS_POSIX_MAP_CALL_H
#define RILL_OS_POSIX_MAP_CALL_H

#include <sys/mman.h>  // mmap, munmap, msync, madvise

#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// The system calls on mappings that a test can replace.
struct mapping_calls {
  void* (*mmap)(void*, size_t, int, int, int, off_t) = ::mmap;
  int (*munmap)(void*, size_t) = ::munmap;
  int (*msync)(void*, size_t, int) = ::msync;
  int (*madvise)(void*, size_t, int) = ::madvise;
};

#if RILL_FAULTS
/// The calls in force; a test replaces members and puts them back.
inline mapping_calls map_call;
#else
inline constexpr mapping_calls map_call;
#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
