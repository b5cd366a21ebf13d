// rill/os/posix/map_body.h: the bodies of map.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_MAP_BODY_H
#define RILL_OS_POSIX_MAP_BODY_H

#include <stdint.h>  // uintptr_t

#include "map.h"
#include "output.h"  // read_all_at

namespace rill::inline RILL_BUILD::os {

RILL_CORE std::size_t page_size() noexcept {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

RILL_CORE std::size_t map_granularity() noexcept { return page_size(); }

RILL_CORE void unmap(mapping const& map) noexcept {
  if (map.size != 0) (void)map_call.munmap(map.data, map.size);
}

RILL_CORE mapping mapped_at(void* where, std::size_t size) noexcept {
  if (where == MAP_FAILED) return {nullptr, 0, last_error()};
  return {static_cast<char*>(where), size, {}};
}

RILL_CORE void ask_for_huge_pages(mapping const& map) noexcept {
#if defined(MADV_HUGEPAGE)
  (void)map_call.madvise(map.data, map.size, MADV_HUGEPAGE);
#else
  (void)map;
#endif
}

RILL_CORE mapping map_memory(std::size_t size, bool huge_pages) noexcept {
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

RILL_CORE int protection(map_request const& request) noexcept {
  return request.writable ? PROT_READ | PROT_WRITE : PROT_READ;
}

RILL_CORE int map_flags(map_request const& request) noexcept {
  int flags = request.shared ? MAP_SHARED : MAP_PRIVATE;
#if defined(MAP_POPULATE)
  if (request.populate) flags |= MAP_POPULATE;
#endif
  return flags;
}

RILL_CORE mapping map_with_padding(native_handle handle, off_t offset,
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

RILL_CORE mapping map_file(native_handle handle, unsigned long long offset,
                           std::size_t size,
                           map_request const& request) noexcept {
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

RILL_CORE mapping pages_of(char const* data, std::size_t size) noexcept {
  std::size_t const before = reinterpret_cast<uintptr_t>(data) % page_size();
  return {const_cast<char*>(data) - before, size + before, {}};
}

RILL_CORE error_code sync_map(char const* data, std::size_t size,
                              bool wait) noexcept {
  mapping const pages = pages_of(data, size);
  for (;;) {
    if (map_call.msync(pages.data, pages.size, wait ? MS_SYNC : MS_ASYNC) == 0)
      return {};
    if (errno != EINTR) return last_error();
  }
}

RILL_CORE int advice_of(access_pattern pattern) noexcept {
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

RILL_CORE error_code advise_map(char const* data, std::size_t size,
                                access_pattern pattern) noexcept {
  mapping const pages = pages_of(data, size);
  return map_call.madvise(pages.data, pages.size, advice_of(pattern)) == 0
             ? error_code{}
             : last_error();
}

RILL_CORE error_code reserve_file(native_handle handle,
                                  unsigned long long old_size,
                                  unsigned long long size) noexcept {
  for (;;) {
    int const number =
        map_call.posix_fallocate(handle, 0, static_cast<off_t>(size));
    if (number == 0) return {};
    if (number == EINTR) continue;
    // ZFS and some network file systems return EINVAL instead of EOPNOTSUPP.
    if (number != EOPNOTSUPP && number != EINVAL && number != ENOSYS &&
        number != ENODEV)
      return {error_source::system, number};
    return old_size < size ? truncate(handle, static_cast<long long>(size))
                           : error_code{};
  }
}

}  // namespace rill::inline RILL_BUILD::os

#endif
