// rill/os/posix/map.h: a file's bytes in memory without copying them, and
// memory without a file.
//
// Floor 3. Throws nothing, allocates nothing on the heap. A mapping of a file
// that somebody else cuts short ends in SIGBUS when the lost part is touched.
// Tests: test/os/map_test.cpp.
#ifndef RILL_OS_POSIX_MAP_H
#define RILL_OS_POSIX_MAP_H

#include <stdint.h>  // uintptr_t

#include "../map_options.h"
#include "device.h"  // truncate
#include "input.h"   // read_all_at
#include "map_call.h"

namespace rill::inline RILL_BUILD::os {

/// The unit of memory protection.
inline std::size_t page_size() noexcept {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// What the offset of a mapping must be a multiple of.
inline std::size_t map_granularity() noexcept { return page_size(); }

// The huge page of x86-64, and of AArch64 with 4 KiB pages. Only a matter of
// speed: other sizes of huge pages work with any alignment.
inline constexpr std::size_t huge_page_size = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) noexcept {
  return (size + unit - 1) / unit * unit;
}

inline void unmap(mapping const& map) noexcept {
  if (map.size != 0) (void)map_call.munmap(map.data, map.size);
}

inline mapping mapped_at(void* where, std::size_t size) noexcept {
  if (where == MAP_FAILED) return {nullptr, 0, last_error()};
  return {static_cast<char*>(where), size, {}};
}

inline void ask_for_huge_pages(mapping const& map) noexcept {
#if defined(MADV_HUGEPAGE)
  (void)map_call.madvise(map.data, map.size, MADV_HUGEPAGE);
#else
  (void)map;
#endif
}

/// Memory of its own, zero, of at least `size` bytes; a page becomes real
/// when it is touched. With `huge_pages`, whole huge pages where the system
/// has them: the system then zeroes 2 MiB with one fault and not 512.
inline mapping map_memory(std::size_t size, bool huge_pages) noexcept {
  std::size_t const unit = huge_pages ? huge_page_size : page_size();
  std::size_t const wanted = rounded_up(size, unit);
  std::size_t const spare = huge_pages ? unit : 0;
  mapping const all =
      mapped_at(map_call.mmap(nullptr, wanted + spare, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                wanted + spare);
  if (all.error || spare == 0) return all;
  std::size_t const before =
      (unit - reinterpret_cast<uintptr_t>(all.data) % unit) % unit;
  mapping const map{all.data + before, wanted, {}};
  unmap({all.data, before, {}});
  unmap({map.data + wanted, spare - before, {}});
  ask_for_huge_pages(map);
  return map;
}

inline int protection(map_request const& request) noexcept {
  return request.writable ? PROT_READ | PROT_WRITE : PROT_READ;
}

inline int map_flags(map_request const& request) noexcept {
  int flags = request.shared ? MAP_SHARED : MAP_PRIVATE;
#if defined(MAP_POPULATE)
  if (request.populate) flags |= MAP_POPULATE;
#endif
  return flags;
}

// The whole pages are mapped over memory that is longer; the rest of the last
// page is a copy, so that what follows it is zero whatever is in the file.
inline mapping map_with_padding(native_handle handle, off_t offset,
                                std::size_t size,
                                map_request const& request) noexcept {
  mapping const map = map_memory(size + request.padding, false);
  if (map.error) return map;
  std::size_t const whole = size - size % page_size();
  error_code why;
  if (whole != 0)
    why =
        mapped_at(map_call.mmap(map.data, whole, protection(request),
                                map_flags(request) | MAP_FIXED, handle, offset),
                  whole)
            .error;
  if (!why)
    why = read_all_at(handle, map.data + whole, size - whole,
                      offset + static_cast<off_t>(whole))
              .error;
  if (!why) return map;
  unmap(map);
  return {nullptr, 0, why};
}

/// Maps `size` bytes from `offset`, a multiple of map_granularity(). Requires
/// size > 0, and that offset + size is at most 2^63 - 1. Errors: what mmap
/// says; library_problem::cannot_map where the file system has no mappings.
inline mapping map_file(native_handle handle, unsigned long long offset,
                        std::size_t size, map_request const& request) noexcept {
  off_t const from = static_cast<off_t>(offset);
  mapping const map =
      request.padding != 0
          ? map_with_padding(handle, from, size, request)
          : mapped_at(map_call.mmap(nullptr, size, protection(request),
                                    map_flags(request), handle, from),
                      size);
  if (map.error == error_code{error_source::system, ENODEV})
    return {nullptr, 0, library_problem::cannot_map};
  if (!map.error && request.huge_pages) ask_for_huge_pages(map);
  return map;
}

// The mapping of the pages that hold these bytes: the calls below take whole
// pages.
inline mapping pages_of(char const* data, std::size_t size) noexcept {
  std::size_t const before = reinterpret_cast<uintptr_t>(data) % page_size();
  return {const_cast<char*>(data) - before, size + before, {}};
}

/// Writes what was changed in a shared mapping to the file; with `wait` until
/// it is on the disk.
inline error_code sync_map(char const* data, std::size_t size,
                           bool wait) noexcept {
  mapping const pages = pages_of(data, size);
  for (;;) {
    if (map_call.msync(pages.data, pages.size, wait ? MS_SYNC : MS_ASYNC) == 0)
      return {};
    if (errno != EINTR) return last_error();
  }
}

inline int advice_of(access_pattern pattern) noexcept {
  switch (pattern) {
    case access_pattern::sequential:
      return MADV_SEQUENTIAL;
    case access_pattern::random:
      return MADV_RANDOM;
    case access_pattern::soon:
      return MADV_WILLNEED;
    case access_pattern::normal:
      break;
  }
  return MADV_NORMAL;
}

/// Tells the system how the bytes are going to be used.
inline error_code advise_map(char const* data, std::size_t size,
                             access_pattern pattern) noexcept {
  mapping const pages = pages_of(data, size);
  return map_call.madvise(pages.data, pages.size, advice_of(pattern)) == 0
             ? error_code{}
             : last_error();
}

/// Makes the file at least `size` bytes long and keeps room for all of them
/// on the disk, so that writing into a mapping cannot hit a full disk. Where
/// the file system cannot promise room, the file is made longer only. After
/// an error the file may be longer than before.
inline error_code reserve_file(native_handle handle,
                               unsigned long long old_size,
                               unsigned long long size) noexcept {
  for (;;) {
    int const number =
        map_call.posix_fallocate(handle, 0, static_cast<off_t>(size));
    if (number == 0) return {};
    if (number == EINTR) continue;
    // ZFS and some network file systems say EINVAL where they mean EOPNOTSUPP.
    if (number != EOPNOTSUPP && number != EINVAL && number != ENOSYS &&
        number != ENODEV)
      return {error_source::system, number};
    return old_size < size ? truncate(handle, static_cast<long long>(size))
                           : error_code{};
  }
}

}  // namespace rill::inline RILL_BUILD::os

#endif
