// rill/os/linux/map_resize.h: a mapping of another size, by mremap.
//
// Floor 3. Throws nothing. No byte is copied, and pages that are there stay.
// Tests: test/os/map_test.cpp.
#ifndef RILL_OS_LINUX_MAP_RESIZE_H
#define RILL_OS_LINUX_MAP_RESIZE_H

#include "../posix/map.h"

namespace rill::inline RILL_BUILD::os {

/// Makes a shared mapping of a file longer or shorter; it may move. After an
/// error the old one is as it was.
inline mapping resize_map(mapping const& old, native_handle, unsigned long long,
                          std::size_t size, map_request const&) noexcept {
  return mapped_at(map_call.mremap(old.data, old.size, size), size);
}

/// Makes memory of map_memory() longer; it may move. After an error the old
/// one is as it was.
inline mapping resize_memory(mapping const& old, std::size_t size) noexcept {
  std::size_t const wanted = rounded_up(size, huge_page_size);
  mapping const map =
      mapped_at(map_call.mremap(old.data, old.size, wanted), wanted);
  if (!map.error) ask_for_huge_pages(map);
  return map;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
