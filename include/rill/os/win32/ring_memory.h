// rill/os/win32/ring_memory.h: memory that follows itself in the address
// space, which Windows gives by calls of Windows 10 alone: none here, so rings
// do without.
//
// Floor 3. Throws nothing.
#ifndef RILL_OS_WIN32_RING_MEMORY_H
#define RILL_OS_WIN32_RING_MEMORY_H

#include "map.h"

namespace rill::inline RILL_BUILD::os {

/// 2 * size bytes of which byte i and byte size + i are the same, or why
/// there are none.
struct ring_memory {
  char* data = nullptr;
  error_code error;
};

inline ring_memory map_twice(std::size_t) noexcept {
  return {nullptr, {error_source::system, ENOSYS}};
}

inline void unmap_twice(char*, std::size_t) noexcept {}

}  // namespace rill::inline RILL_BUILD::os

#endif
