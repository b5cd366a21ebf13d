// rill/os/posix/map_call.h: the seam of the calls that map memory.
//
// Floor 3. As call.h, apart from it because its header costs compile time
// that files without mappings need not pay.
#ifndef RILL_OS_POSIX_MAP_CALL_H
#define RILL_OS_POSIX_MAP_CALL_H

#include <errno.h>     // EOPNOTSUPP
#include <fcntl.h>     // posix_fallocate
#include <sys/mman.h>  // mmap, munmap, mremap, msync, madvise

#include "call.h"

namespace rill::inline RILL_BUILD::os {

#if defined(MREMAP_MAYMOVE)
inline void* move_mapping(void* from, size_t size, size_t wanted) {
  return ::mremap(from, size, wanted, MREMAP_MAYMOVE);
}
#endif

// macOS has no posix_fallocate.
#if defined(__APPLE__)
inline int reserve_blocks(int, off_t, off_t) { return EOPNOTSUPP; }
#else
inline int reserve_blocks(int descriptor, off_t offset, off_t size) {
  return ::posix_fallocate(descriptor, offset, size);
}
#endif

/// The system calls on mappings that a test can replace.
struct mapping_calls {
  void* (*mmap)(void*, size_t, int, int, int, off_t) = ::mmap;
  int (*munmap)(void*, size_t) = ::munmap;
  int (*msync)(void*, size_t, int) = ::msync;
  int (*madvise)(void*, size_t, int) = ::madvise;
#if defined(MREMAP_MAYMOVE)
  void* (*mremap)(void*, size_t, size_t) = move_mapping;
#endif
  int (*posix_fallocate)(int, off_t, off_t) = reserve_blocks;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE mapping_calls map_call;

}  // namespace rill::inline RILL_BUILD::os

#endif
