// rill/os/directory.h: the system's calls on folders and what is in them.
//
// Layer 3.
#ifndef RILL_OS_DIRECTORY_H
#define RILL_OS_DIRECTORY_H

#include "posix/directory.h"
#include "posix/current_path.h"
#if defined(__linux__)
#include "linux/directory.h"
#else
#include "posix/entry.h"

namespace rill::inline RILL_BUILD::os {

// What this system does not have.
inline error_code exchange_at(native_handle, char const*, native_handle,
                              char const*) {
  return errors::not_supported;
}
inline opened open_beneath_at(native_handle, char const*, open_options const&,
                              must_be) {
  return {no_handle, library_problem::unsupported};
}
constexpr bool is_left_open(error_code error) noexcept {
  return error == library_problem::unsupported;
}

inline error_code read_entries(native_handle folder, entry_block& into) {
  return read_entries_by_stream(folder, into);
}

}  // namespace rill::inline RILL_BUILD::os
#endif

#endif
