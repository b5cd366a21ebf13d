// rill/os/win32/ring_memory.h: memory that follows itself in the address
// space, so that what crosses its end is contiguous.
//
// Layer 3. Throws nothing. The same section without a file is mapped twice,
// side by side.
#ifndef RILL_OS_WIN32_RING_MEMORY_H
#define RILL_OS_WIN32_RING_MEMORY_H

#include "map.h"
#include "device.h"  // failed_handle

namespace rill::inline RILL_BUILD::os {

extern "C" void* rill_MapViewOfFileEx(void*, windows_word, windows_word,
                                      windows_word, std::size_t, void*) noexcept
    __asm__("MapViewOfFileEx");

/// 2 * size bytes of which byte i and byte size + i are the same, or why
/// there are none.
struct ring_memory {
  char* data = nullptr;
  error_code error;
};

// Finds a free place and maps both halves there. Between the two another
// thread may take the place: null then.
inline char* map_section_twice(void* section, std::size_t size) noexcept {
  constexpr windows_word reserve = 0x2000, no_access = 1, release = 0x8000;
  constexpr windows_word read_and_write = 6;
  void* const place = map_call.allocate(nullptr, 2 * size, reserve, no_access);
  if (!place) return nullptr;
  (void)map_call.release(place, 0, release);
  char* const data = static_cast<char*>(place);
  if (!rill_MapViewOfFileEx(section, read_and_write, 0, 0, size, data))
    return nullptr;
  if (rill_MapViewOfFileEx(section, read_and_write, 0, 0, size, data + size))
    return data;
  error_code const why = last_error();
  (void)map_call.unmap_view(data);
  rill_SetLastError(static_cast<windows_word>(why.number));
  return nullptr;
}

/// Maps `size` bytes, a multiple of map_granularity(), twice.
inline ring_memory map_twice(std::size_t size) noexcept {
  constexpr windows_word page_read_and_write = 4;
  constexpr int attempts = 16;
  if (size == 0 || size > ~std::size_t{0} / 4)
    return {nullptr, {error_source::system, windows_error::invalid_parameter}};
  void* const section = map_call.create_file_mapping(
      failed_handle(), nullptr, page_read_and_write,
      static_cast<windows_word>(size >> 32),
      static_cast<windows_word>(size & 0xFFFFFFFF), nullptr);
  if (!section) return {nullptr, last_error()};
  ring_memory memory;
  for (int i = 0; i != attempts && !memory.data; ++i)
    memory.data = map_section_twice(section, size);
  if (!memory.data) memory.error = last_error();
  (void)call.close_handle(section);  // the views keep it
  return memory;
}

inline void unmap_twice(char* data, std::size_t size) noexcept {
  (void)map_call.unmap_view(data);
  (void)map_call.unmap_view(data + size);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
