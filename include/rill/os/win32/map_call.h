// rill/os/win32/map_call.h: the seam of the calls that map memory.
//
// Floor 3. As call.h.
#ifndef RILL_OS_WIN32_MAP_CALL_H
#define RILL_OS_WIN32_MAP_CALL_H

#include <cstddef>  // std::size_t

#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// MEMORY_BASIC_INFORMATION of a 64-bit program.
struct windows_memory {
  void* base;
  void* allocation_base;
  unsigned allocation_protection;
  unsigned partition;
  std::size_t size;
  unsigned state;
  unsigned protection;
  unsigned type;
};

/// SYSTEM_INFO of a 64-bit program.
struct windows_system {
  unsigned processor;
  unsigned page_size;
  void* lowest;
  void* highest;
  std::size_t processor_mask;
  unsigned processor_count;
  unsigned processor_type;
  unsigned granularity;
  unsigned processor_level;
};

static_assert(sizeof(windows_memory) == 48 && sizeof(windows_system) == 48);

extern "C" {
void* rill_CreateFileMappingW(void*, void*, windows_word, windows_word,
                              windows_word, wchar_t const*) noexcept
    __asm__("CreateFileMappingW");
void* rill_MapViewOfFile(void*, windows_word, windows_word, windows_word,
                         std::size_t) noexcept __asm__("MapViewOfFile");
windows_bool rill_UnmapViewOfFile(void const*) noexcept
    __asm__("UnmapViewOfFile");
windows_bool rill_FlushViewOfFile(void const*, std::size_t) noexcept
    __asm__("FlushViewOfFile");
void* rill_VirtualAlloc(void*, std::size_t, windows_word, windows_word) noexcept
    __asm__("VirtualAlloc");
windows_bool rill_VirtualFree(void*, std::size_t, windows_word) noexcept
    __asm__("VirtualFree");
std::size_t rill_VirtualQuery(void const*, windows_memory*,
                              std::size_t) noexcept __asm__("VirtualQuery");
void rill_GetSystemInfo(windows_system*) noexcept __asm__("GetSystemInfo");
}

/// The calls on mappings that a test can replace.
struct mapping_calls {
  void* (*create_file_mapping)(void*, void*, windows_word, windows_word,
                               windows_word,
                               wchar_t const*) = rill_CreateFileMappingW;
  void* (*map_view)(void*, windows_word, windows_word, windows_word,
                    std::size_t) = rill_MapViewOfFile;
  windows_bool (*unmap_view)(void const*) = rill_UnmapViewOfFile;
  windows_bool (*flush_view)(void const*, std::size_t) = rill_FlushViewOfFile;
  void* (*allocate)(void*, std::size_t, windows_word,
                    windows_word) = rill_VirtualAlloc;
  windows_bool (*release)(void*, std::size_t, windows_word) = rill_VirtualFree;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE mapping_calls map_call;

}  // namespace rill::inline RILL_BUILD::os

#endif
