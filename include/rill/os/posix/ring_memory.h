// rill/os/posix/ring_memory.h: memory that follows itself in the address
// space, so that what crosses its end is contiguous.
//
// Layer 3. Throws nothing. The same pages are mapped twice, side by side,
// from a file without a name that lives in memory. They are shared, also with
// a child after fork. Tests: test/os/ring_memory_test.cpp.
#ifndef RILL_OS_POSIX_RING_MEMORY_H
#define RILL_OS_POSIX_RING_MEMORY_H

#include "map.h"
#include "device.h"

namespace rill::inline RILL_BUILD::os {

// A descriptor of an empty file in memory; -1 and errno when there is none.
inline int open_memory_file() {
#if defined(MFD_CLOEXEC)
  return ::memfd_create("rill-ring", MFD_CLOEXEC);
#elif defined(SHM_ANON)
  return ::shm_open(SHM_ANON, O_RDWR | O_CLOEXEC, 0600);
#else
  errno = ENOSYS;
  return -1;
#endif
}

/// What a test can replace of the above (as call.h).
struct ring_memory_calls {
  int (*open_memory_file)() = os::open_memory_file;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE ring_memory_calls ring_memory_call;

/// 2 * size bytes of which byte i and byte size + i are the same, or why
/// there are none.
struct ring_memory {
  char* data = nullptr;
  error_code error;
};

// All pages at once, where that is possible: a first touch of each, in both
// places, takes half as long again. Not where it would take much memory that
// may never be used.
inline int ring_flags([[maybe_unused]] std::size_t size) noexcept {
#if defined(MAP_POPULATE)
  if (size <= std::size_t{1} << 20)
    return MAP_SHARED | MAP_FIXED | MAP_POPULATE;
#endif
  return MAP_SHARED | MAP_FIXED;
}

// Puts the file's pages at both halves of a reservation of that size.
inline ring_memory map_file_twice(int file, std::size_t size) noexcept {
  int const access = PROT_READ | PROT_WRITE;
  void* const place = map_call.mmap(nullptr, 2 * size, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return {nullptr, last_error()};
  char* const data = static_cast<char*>(place);
  for (std::size_t half = 0; half != 2; ++half)
    if (map_call.mmap(data + half * size, size, access, ring_flags(size), file,
                      0) == MAP_FAILED) {
      error_code const reason = last_error();
      (void)map_call.munmap(data, 2 * size);
      return {nullptr, reason};
    }
  return {data, {}};
}

/// Maps `size` bytes, a multiple of the page, twice.
inline ring_memory map_twice(std::size_t size) noexcept {
  if (size == 0 || size > ~std::size_t{0} / 4)
    return {nullptr, {error_source::system, EINVAL}};
  int const made = ring_memory_call.open_memory_file();
  if (made < 0) return {nullptr, last_error()};
  opened const file = above_standard_handles(made);
  if (file.error) return {nullptr, file.error};
  error_code const cut = truncate(file.handle, static_cast<long long>(size));
  ring_memory const memory =
      cut ? ring_memory{nullptr, cut} : map_file_twice(file.handle, size);
  // The mappings keep the file.
  (void)close(file.handle);
  return memory;
}

inline void unmap_twice(char* data, std::size_t size) noexcept {
  (void)map_call.munmap(data, 2 * size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
