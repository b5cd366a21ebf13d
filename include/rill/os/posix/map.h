// rill/os/posix/map.h: maps files and anonymous memory.
//
// Layer 3. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_POSIX_MAP_H
#define RILL_OS_POSIX_MAP_H

#include <errno.h>     // EOPNOTSUPP
#include <fcntl.h>     // posix_fallocate
#include <sys/mman.h>  // mmap, munmap, mremap, msync, madvise

#include "../map_options.h"
#include "call.h"
#include "device.h"  // truncate, returned_number

// The calls that map memory.
//
// Replaceable as in call.h; separate because its header costs compile time that
// files without mappings need not pay.

namespace rill::inline RILL_BUILD::os {

#if defined(MREMAP_MAYMOVE)
inline void* move_mapping(void* from, size_t size, size_t wanted) {
  return ::mremap(from, size, wanted, MREMAP_MAYMOVE);
}
#endif

// macOS has no posix_fallocate.
#if defined(__APPLE__)
inline int reserve_blocks(int, off_t, off_t) { return EOPNOTSUPP; }
#else
inline int reserve_blocks(int descriptor, off_t offset, off_t size) {
  return returned_number(::posix_fallocate(descriptor, offset, size));
}
#endif

/// The system calls on mappings that a test can replace.
struct mapping_calls {
  void* (*mmap)(void*, size_t, int, int, int, off_t) = ::mmap;
  int (*munmap)(void*, size_t) = ::munmap;
  int (*msync)(void*, size_t, int) = ::msync;
  int (*madvise)(void*, size_t, int) = ::madvise;
#if defined(MREMAP_MAYMOVE)
  void* (*mremap)(void*, size_t, size_t) = move_mapping;
#endif
  int (*posix_fallocate)(int, off_t, off_t) = reserve_blocks;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE mapping_calls map_call;

// Maps files and anonymous memory.
//
// Throws nothing, allocates nothing on the heap. If another program truncates a
// mapped file, touching the lost part raises SIGBUS.

/// The unit of memory protection.
std::size_t page_size() noexcept;

/// The required alignment of a mapping's offset.
std::size_t map_granularity() noexcept;

// The huge page of x86-64, and of AArch64 with 4 KiB pages. Affects only speed:
// other sizes of huge pages work with any alignment.
inline constexpr std::size_t huge_page_size = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) noexcept {
  return (size + unit - 1) / unit * unit;
}

void unmap(mapping const& map) noexcept;

mapping mapped_at(void* where, std::size_t size) noexcept;

void ask_for_huge_pages(mapping const& map) noexcept;

/// Maps zeroed anonymous memory of at least `size` bytes; pages are allocated
/// when touched. With `huge_pages`, uses huge pages where the system has them:
/// it then zeroes 2 MiB in one page fault instead of 512.
mapping map_memory(std::size_t size, bool huge_pages) noexcept;

int protection(map_request const& request) noexcept;

int map_flags(map_request const& request) noexcept;

// Allocates zeroed memory for `size` bytes and the padding. Maps the whole
// pages of the file over its beginning, and reads the other bytes into it. So
// the padding is zero even if the file continues.
mapping map_with_padding(native_handle handle, off_t offset, std::size_t size,
                         map_request const& request) noexcept;

/// Maps `size` bytes from `offset`, a multiple of map_granularity(). Requires
/// size > 0, and that offset + size is at most 2^63 - 1. Errors: those of mmap;
/// library_problem::cannot_map if the file system has no mappings.
mapping map_file(native_handle handle, unsigned long long offset,
                 std::size_t size, map_request const& request) noexcept;

// Returns the whole pages that contain these bytes, as the calls below require.
mapping pages_of(char const* data, std::size_t size) noexcept;

/// Writes the changes of a shared mapping to the file; with `wait`, waits until
/// the disk has them.
error_code sync_map(char const* data, std::size_t size, bool wait) noexcept;

int advice_of(access_pattern pattern) noexcept;

/// Advises the system how the bytes will be used.
error_code advise_map(char const* data, std::size_t size,
                      access_pattern pattern) noexcept;

/// Extends the file to at least `size` bytes and reserves disk space for them,
/// so that writing into a mapping cannot meet a full disk. If the file system
/// cannot reserve space, only extends the file. After an error the file may be
/// longer than before.
error_code reserve_file(native_handle handle, unsigned long long old_size,
                        unsigned long long size) noexcept;

// mremap copies no byte, and resident pages stay. Other systems map anew
// (os/map.h).
#if defined(MREMAP_MAYMOVE)
/// Resizes a shared mapping of a file, which may move it. After an error the
/// old mapping is unchanged.
inline mapping resize_map(mapping const& old, native_handle, unsigned long long,
                          std::size_t size, map_request const&) noexcept {
  return mapped_at(map_call.mremap(old.data, old.size, size), size);
}

/// Extends memory of map_memory(), which may move it. After an error the old
/// memory is unchanged.
inline mapping resize_memory(mapping const& old, std::size_t size) noexcept {
  std::size_t const wanted = rounded_up(size, huge_page_size);
  mapping const map =
      mapped_at(map_call.mremap(old.data, old.size, wanted), wanted);
  if (!map.error) ask_for_huge_pages(map);
  return map;
}
#endif

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "map_body.h"
#endif

#endif
