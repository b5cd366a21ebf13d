// rill/os/win32/map.h: maps files and anonymous memory.
//
// Layer 3.
#ifndef RILL_OS_WIN32_MAP_H
#define RILL_OS_WIN32_MAP_H

#include <cstddef>  // std::size_t

#include "../map_options.h"
#include "call.h"
#include "device.h"  // answer
#include "output.h"  // read_all_at

// The calls that map memory.
//
// Replaceable as in call.h.

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

// Maps files and anonymous memory.
//
// Throws nothing, allocates nothing on the heap. While a file is mapped, the
// system refuses to truncate it (ERROR_USER_MAPPED_FILE).

inline windows_system system_information() noexcept {
  windows_system found;
  rill_GetSystemInfo(&found);
  return found;
}

/// The unit of memory protection.
inline std::size_t page_size() noexcept {
  return system_information().page_size;
}

/// The required alignment of a mapping's offset: 64 KiB.
inline std::size_t map_granularity() noexcept {
  return system_information().granularity;
}

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) noexcept {
  return (size + unit - 1) / unit * unit;
}

inline void unmap(mapping const& map) noexcept {
  constexpr unsigned without_file = 0x20000;  // MEM_PRIVATE
  constexpr windows_word all_of_it = 0x8000;  // MEM_RELEASE
  if (map.size == 0) return;
  windows_memory found;
  (void)rill_VirtualQuery(map.data, &found, sizeof found);
  if (found.type == without_file)
    (void)map_call.release(found.allocation_base, 0, all_of_it);
  else
    (void)map_call.unmap_view(map.data);
}

inline mapping mapped_at(void* where, std::size_t size) noexcept {
  if (!where) return {nullptr, 0, last_error()};
  return {static_cast<char*>(where), size, {}};
}

/// Maps zeroed anonymous memory of at least `size` bytes; pages are allocated
/// when touched. Ignores the hint for huge pages, which need a privilege that
/// programs usually lack.
inline mapping map_memory(std::size_t size, bool) noexcept {
  constexpr windows_word reserve_and_commit = 0x3000, read_and_write = 4;
  std::size_t const wanted = rounded_up(size, page_size());
  return mapped_at(
      map_call.allocate(nullptr, wanted, reserve_and_commit, read_and_write),
      wanted);
}

// Reads the file into memory with zeroed padding: a mapping of a file cannot
// have other memory directly after it.
inline mapping read_with_padding(native_handle handle, long long offset,
                                 std::size_t size,
                                 std::size_t padding) noexcept {
  mapping const map = map_memory(size + padding, false);
  if (map.error) return map;
  error_code const why = read_all_at(handle, map.data, size, offset).error;
  if (!why) return map;
  unmap(map);
  return {nullptr, 0, why};
}

struct map_words {
  windows_word protection;
  windows_word access;
};

inline map_words words_of(map_request const& request) noexcept {
  if (!request.writable) return {2, 4};  // PAGE_READONLY, FILE_MAP_READ
  if (request.shared) return {4, 6};     // PAGE_READWRITE, … and _WRITE
  return {8, 1};                         // PAGE_WRITECOPY, FILE_MAP_COPY
}

// Faults the pages in by touching one byte of each.
inline void touch(mapping const& map) noexcept {
  std::size_t const step = page_size();
  for (std::size_t at = 0; at < map.size; at += step)
    (void)*const_cast<char const volatile*>(map.data + at);
}

/// Maps `size` bytes from `offset`, a multiple of map_granularity(). Requires
/// size > 0, and that offset + size is at most 2^63 - 1. Errors: those of
/// CreateFileMapping and MapViewOfFile; library_problem::cannot_map for
/// anything but a file.
inline mapping map_file(native_handle handle, unsigned long long offset,
                        std::size_t size, map_request const& request) noexcept {
  if (request.padding != 0)
    return read_with_padding(handle, static_cast<long long>(offset), size,
                             request.padding);
  if (call.get_file_type(handle) != type_disk)
    return {nullptr, 0, library_problem::cannot_map};
  map_words const words = words_of(request);
  void* const section = map_call.create_file_mapping(
      handle, nullptr, words.protection, 0, 0, nullptr);
  if (!section) return {nullptr, 0, last_error()};
  mapping const map = mapped_at(
      map_call.map_view(section, words.access,
                        static_cast<windows_word>(offset >> 32),
                        static_cast<windows_word>(offset & 0xFFFFFFFF), size),
      size);
  (void)call.close_handle(section);  // the view keeps the section alive
  if (!map.error && request.populate) touch(map);
  return map;
}

/// Passes the changes of a shared mapping to the file. A later sync() of the
/// file waits for the disk.
inline error_code sync_map(char const* data, std::size_t size, bool) noexcept {
  return answer(map_call.flush_view(data, size));
}

/// Does nothing: Windows takes no such advice.
inline error_code advise_map(char const*, std::size_t,
                             access_pattern) noexcept {
  return {};
}

/// Extends the file to at least `size` bytes. Its file systems then reserve
/// space for all of them, unless the file is sparse or compressed.
inline error_code reserve_file(native_handle handle,
                               unsigned long long old_size,
                               unsigned long long size) noexcept {
  return old_size < size ? truncate(handle, static_cast<long long>(size))
                         : error_code{};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
