// rill/os/directory.h: the chooser of the system's way to read a folder,
// apart from os.h because few headers need it.
//
// Floor 3.
#ifndef RILL_OS_DIRECTORY_H
#define RILL_OS_DIRECTORY_H

#if defined(__linux__)
#include "linux/directory.h"
#else
#include "posix/directory.h"
#include "posix/entry.h"

namespace rill::inline RILL_BUILD::os {

// What this system does not have.
inline error_code exchange_at(native_handle, char const*, native_handle,
                              char const*) {
  return {error_source::system, ENOTSUP};
}
inline opened open_inside_at(native_handle, char const*, int, mode_t) {
  return {no_handle, {error_source::system, ENOSYS}};
}

inline error_code read_entries(native_handle folder, entry_block& into) {
  return read_entries_by_stream(folder, into);
}

}  // namespace rill::inline RILL_BUILD::os
#endif

#endif
