// rill/os/map.h: selects the system's mappings, and resizes mappings.
//
// Throws nothing. Linux resizes with mremap (os/posix/map.h); there, only tests
// use the functions below, as a reference. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_MAP_H
#define RILL_OS_MAP_H

#include "../base/config.h"
#include "../base/text.h"  // copy_bytes

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no mappings"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/map.h"
#elif defined(_WIN32)
#include "win32/map.h"
#else
#error "rill: this system is not supported yet"
#endif

namespace rill::inline RILL_BUILD::os {

namespace remapped {

/// Resizes a shared mapping of a file, which may move it. After an error the
/// old mapping is unchanged.
inline mapping resize_map(mapping const& old, native_handle handle,
                          unsigned long long offset, std::size_t size,
                          map_request const& request) noexcept {
  mapping const map = map_file(handle, offset, size, request);
  if (!map.error) unmap(old);
  return map;
}

/// Extends memory of map_memory(), which may move it. After an error the old
/// memory is unchanged.
inline mapping resize_memory(mapping const& old, std::size_t size) noexcept {
  mapping const map = map_memory(size, true);
  if (map.error) return map;
  detail::copy_bytes(map.data, old.data, detail::smaller(old.size, size));
  unmap(old);
  return map;
}

}  // namespace remapped

#if !defined(MREMAP_MAYMOVE)
using remapped::resize_map;
using remapped::resize_memory;
#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
