// rill/os/posix/map.h: a file's bytes in memory without copying them, and
// memory without a file.
//
// Floor 3. Throws nothing, allocates nothing on the heap. A mapping of a file
// that somebody else cuts short ends in SIGBUS when the lost part is touched.
// Tests: test/os/map_test.cpp.
#ifndef RILL_OS_POSIX_MAP_H
#define RILL_OS_POSIX_MAP_H

#include "../map_options.h"
#include "device.h"  // truncate
#include "map_call.h"

namespace rill::inline RILL_BUILD::os {

/// The unit of memory protection.
std::size_t page_size() noexcept;

/// What the offset of a mapping must be a multiple of.
std::size_t map_granularity() noexcept;

// The huge page of x86-64, and of AArch64 with 4 KiB pages. Only a matter of
// speed: other sizes of huge pages work with any alignment.
inline constexpr std::size_t huge_page_size = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) noexcept {
  return (size + unit - 1) / unit * unit;
}

void unmap(mapping const& map) noexcept;

mapping mapped_at(void* where, std::size_t size) noexcept;

void ask_for_huge_pages(mapping const& map) noexcept;

/// Memory of its own, zero, of at least `size` bytes; a page becomes real
/// when it is touched. With `huge_pages`, whole huge pages where the system
/// has them: the system then zeroes 2 MiB with one fault and not 512.
mapping map_memory(std::size_t size, bool huge_pages) noexcept;

int protection(map_request const& request) noexcept;

int map_flags(map_request const& request) noexcept;

// The whole pages are mapped over memory that is longer; the rest of the last
// page is a copy, so that what follows it is zero whatever is in the file.
mapping map_with_padding(native_handle handle, off_t offset, std::size_t size,
                         map_request const& request) noexcept;

/// Maps `size` bytes from `offset`, a multiple of map_granularity(). Requires
/// size > 0, and that offset + size is at most 2^63 - 1. Errors: what mmap
/// says; library_problem::cannot_map where the file system has no mappings.
mapping map_file(native_handle handle, unsigned long long offset,
                 std::size_t size, map_request const& request) noexcept;

// The mapping of the pages that hold these bytes: the calls below take whole
// pages.
mapping pages_of(char const* data, std::size_t size) noexcept;

/// Writes what was changed in a shared mapping to the file; with `wait` until
/// it is on the disk.
error_code sync_map(char const* data, std::size_t size, bool wait) noexcept;

int advice_of(access_pattern pattern) noexcept;

/// Tells the system how the bytes are going to be used.
error_code advise_map(char const* data, std::size_t size,
                      access_pattern pattern) noexcept;

/// Makes the file at least `size` bytes long and keeps room for all of them
/// on the disk, so that writing into a mapping cannot hit a full disk. Where
/// the file system cannot promise room, the file is made longer only. After
/// an error the file may be longer than before.
error_code reserve_file(native_handle handle, unsigned long long old_size,
                        unsigned long long size) noexcept;

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "map_body.h"
#endif

#endif
