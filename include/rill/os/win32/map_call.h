// rill/os/win32/map_call.h: the seam of the calls that map memory.
//
// Floor 3. As call.h.
#ifndef RILL_OS_WIN32_MAP_CALL_H
#define RILL_OS_WIN32_MAP_CALL_H

#include <cstddef>  // std::size_t

#include "call.h"

namespace rill::inline RILL_BUILD::os {

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
};

#if RILL_FAULTS
/// The calls in force; a test replaces members and puts them back.
inline mapping_calls map_call;
#else
inline constexpr mapping_calls map_call;
#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
