// rill/os/file_map_body.h: the bodies of file_map.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_FILE_MAP_BODY_H
#define RILL_OS_FILE_MAP_BODY_H

#include "file_map.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE error_code problem_of_empty(file_view file) noexcept {
  char byte;
  os::transfer const got = os::read_all_at(file.native_handle(), &byte, 1, 0);
  if (got.error) return got.error;
  return got.moved != 0 ? error_code(library_problem::cannot_map)
                        : error_code{};
}

RILL_CORE map_range range_of(file_view file, unsigned long long offset,
                             std::size_t size) {
  if (offset > largest_offset ||
      (size != to_the_end &&
       (size > largest_range || size > largest_offset - offset)))
    return {0, 0, library_problem::out_of_reach};
  device_status const status = os::status(file.native_handle());
  if (status.error) return {0, 0, status.error};
  // A device has no size of its own: use the caller's.
  bool const is_device = status.kind == device_kind::character ||
                         status.kind == device_kind::block;
  if (is_device && size != to_the_end) return {offset, size, {}};
  if (status.kind != device_kind::regular &&
      status.kind != device_kind::directory)
    return {0, 0, library_problem::cannot_map};
  if (status.kind == device_kind::directory || status.size == 0)
    if (error_code const why = problem_of_empty(file)) return {0, 0, why};
  unsigned long long const left =
      offset < status.size ? status.size - offset : 0;
  if (size != to_the_end && size <= left) return {offset, size, {}};
  if (left > largest_range) return {0, 0, library_problem::out_of_reach};
  return {offset, static_cast<std::size_t>(left), {}};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
