// rill/os/posix/map.h: a file's bytes in memory without copying them.
//
// Floor 3. Throws nothing. A mapping of a file that somebody else cuts short
// ends in SIGBUS when the lost part is touched. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_POSIX_MAP_H
#define RILL_OS_POSIX_MAP_H

#include "handle.h"
#include "map_call.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

struct mapping {
  char* data = nullptr;
  error_code error;
};

/// Maps the first `size` bytes for reading, all of them fetched at once
/// where the system can.
inline mapping map_for_reading(native_handle handle,
                               std::size_t size) noexcept {
#if defined(MAP_POPULATE)
  int const flags = MAP_PRIVATE | MAP_POPULATE;
#else
  int const flags = MAP_PRIVATE;
#endif
  void* const place =
      map_call.mmap(nullptr, size, PROT_READ, flags, handle, 0);
  if (place == MAP_FAILED) return {nullptr, last_error()};
  return {static_cast<char*>(place), {}};
}

inline void unmap(char const* data, std::size_t size) noexcept {
  (void)map_call.munmap(const_cast<char*>(data), size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
