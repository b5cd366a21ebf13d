// rill/os/none/copy.h: the calls that copy inside the kernel, where rill
// knows of none: all are refused, and reading and writing remain.
//
// Layer 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_COPY_H
#define RILL_OS_NONE_COPY_H

#include "../os.h"

namespace rill::inline RILL_BUILD::os {

/// As in os/linux/copy.h, where these calls exist.
struct kernel_transfer {
  std::size_t moved = 0;
  bool is_refused = false;
  error_code error;
};

constexpr bool may_be_of_either(error_code) { return true; }

inline kernel_transfer clone_file(native_handle, native_handle) {
  return {0, true, {}};
}
inline kernel_transfer copy_range(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}
inline kernel_transfer send_file(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}
inline kernel_transfer splice(native_handle, native_handle, std::size_t) {
  return {0, true, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
