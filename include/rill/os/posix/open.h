// rill/os/posix/open.h: from a path to a descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Always closed on exec;
// symbolic links are followed unless the caller says otherwise. Tests:
// test/os/file_test.cpp.
#ifndef RILL_OS_POSIX_OPEN_H
#define RILL_OS_POSIX_OPEN_H

#include "device.h"

namespace rill::inline RILL_BUILD {

namespace os {

int open_flags(open_options const& options);

// A file that lands on 0, 1 or 2 because the program was started with one of
// them closed would be taken for a standard stream; it is moved above.
opened above_standard_handles(native_handle handle);

/// Opens a path that ends with a NUL.
opened open(char const* path, open_options const& options);

/// Where a temporary file goes when the caller names no folder.
inline constexpr char const* temporary_folder = "/tmp";

// A new file with an unpredictable name, which is taken away at once.
opened open_and_unlink(char const* folder);

/// Opens a file without a name in a folder: it is gone when it is closed.
opened open_unnamed(char const* folder);

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "open_body.h"
#endif

#endif
