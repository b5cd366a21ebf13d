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

namespace rill::inline RILL_BUILD::os {

inline error_code read_entries(native_handle folder, entry_block& into) {
  return read_entries_by_stream(folder, into);
}

}  // namespace rill::inline RILL_BUILD::os
#endif

#endif
