// rill/os/linux/directory.h: the names in an open folder, by getdents64.
//
// Floor 3. As os/posix/directory.h, without the stream of the C library: the
// kernel writes the records where they stay. Tests:
// test/os/directory_test.cpp.
#ifndef RILL_OS_LINUX_DIRECTORY_H
#define RILL_OS_LINUX_DIRECTORY_H

#include <sys/syscall.h>  // SYS_getdents64: glibc has a function from 2.30 on

#include "../posix/entry_list.h"

namespace rill::inline RILL_BUILD::os {

/// The call that a test can replace.
struct listing_calls {
  long (*getdents)(int, void*, size_t) = [](int folder, void* out,
                                            size_t size) {
    return ::syscall(SYS_getdents64, folder, out, size);
  };
};

#if RILL_FAULTS
/// The call in force; a test replaces it and puts it back.
inline listing_calls listing_call;
#else
inline constexpr listing_calls listing_call;
#endif

// The longest record: 19 bytes, 255 of the name, a NUL, rounded up to 8. A
// call needs room for one; 32 KiB is what C libraries take.
inline constexpr std::size_t least_listing_room = 32768;

/// Adds the names in an open folder, from its position to its end. On an
/// error, what was read before it stays. A folder that was removed while it
/// is open has no names.
inline error_code read_entries(native_handle folder, entry_block& into) {
  for (;;) {
    into.reserve(least_listing_room);
    std::size_t const room = detail::smaller(into.room(), largest_transfer);
    long const got = listing_call.getdents(folder, into.end(), room);
    if (got > 0) {
      into.grow_to(into.size() + static_cast<std::size_t>(got));
    } else if (got == 0 || errno == ENOENT) {
      return {};
    } else if (errno != EINTR) {
      return last_error();
    }
  }
}

}  // namespace rill::inline RILL_BUILD::os

#endif
