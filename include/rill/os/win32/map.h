// rill/os/win32/map.h: a file's bytes in memory without copying them.
//
// Floor 3. Throws nothing. While a file is mapped the system refuses to cut
// it short (ERROR_USER_MAPPED_FILE).
#ifndef RILL_OS_WIN32_MAP_H
#define RILL_OS_WIN32_MAP_H

#include "handle.h"
#include "map_call.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

struct mapping {
  char* data = nullptr;
  error_code error;
};

/// Maps the first `size` bytes for reading.
inline mapping map_for_reading(native_handle handle,
                               std::size_t size) noexcept {
  constexpr windows_word page_read_only = 2, map_read = 4;
  void* const section = map_call.create_file_mapping(
      handle, nullptr, page_read_only, 0, 0, nullptr);
  if (!section) return {nullptr, last_error()};
  void* const place = map_call.map_view(section, map_read, 0, 0, size);
  error_code const error = place ? error_code{} : last_error();
  (void)call.close_handle(section);  // the view keeps what it needs
  return {static_cast<char*>(place), error};
}

inline void unmap(char const* data, std::size_t) noexcept {
  (void)map_call.unmap_view(data);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
