// rill/os/map_anew.h: a mapping of another size, by mapping anew.
//
// Floor 3. Throws nothing. Linux has mremap instead (os/linux/map_resize.h);
// there this one is the simple twin of the tests. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_MAP_ANEW_H
#define RILL_OS_MAP_ANEW_H

#include "../base/text.h"  // copy_bytes

#if defined(_WIN32)
#include "win32/map.h"
#else
#include "posix/map.h"
#endif

namespace rill::inline RILL_BUILD::os {

namespace mapped_anew {

/// Makes a shared mapping of a file longer or shorter; it may move. After an
/// error the old one is as it was.
inline mapping resize_map(mapping const& old, native_handle handle,
                          unsigned long long offset, std::size_t size,
                          map_request const& request) noexcept {
  mapping const map = map_file(handle, offset, size, request);
  if (!map.error) unmap(old);
  return map;
}

/// Makes memory of map_memory() longer; it may move. After an error the old
/// one is as it was.
inline mapping resize_memory(mapping const& old, std::size_t size) noexcept {
  mapping const map = map_memory(size, true);
  if (map.error) return map;
  detail::copy_bytes(map.data, old.data, detail::smaller(old.size, size));
  unmap(old);
  return map;
}

}  // namespace mapped_anew

}  // namespace rill::inline RILL_BUILD::os

#endif
