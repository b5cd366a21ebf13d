// rill/os/posix/device.h: what a descriptor is, where it stands, and the
// calls on it that move no bytes.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/device_test.cpp.
#ifndef RILL_OS_POSIX_DEVICE_H
#define RILL_OS_POSIX_DEVICE_H

#include "../device_terms.h"
#include "file_call.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

device_kind kind_of(mode_t mode);

// When a file last changed, in nanoseconds since 1970. What lies on no block
// of a disk is made when it is read, and its times say nothing.
unsigned long long change_time_of(struct stat const& native);

device_status status(native_handle handle);

/// Returns true when every write goes to the end of the file.
bool is_appending(native_handle handle);

/// An offset in bytes from the start of a file, or why there is none.
struct position {
  long long offset = 0;
  error_code error;
};

// What a seek counts from.
inline constexpr int from_start = SEEK_SET;
inline constexpr int from_here = SEEK_CUR;
inline constexpr int from_end = SEEK_END;

position seek(native_handle handle, long long offset, int whence);

/// Closes once, whatever the answer: on Linux the descriptor is gone even
/// when the call says EINTR, and a second close could hit another file.
error_code close(native_handle handle);

// A call that moves no bytes, made again when a signal has ended it: file
// systems over a network let that happen.
template <class Call>
error_code answered(Call one_call) {
  for (;;) {
    if (one_call() == 0) return {};
    if (errno != EINTR) return last_error();
  }
}

error_code sync(native_handle handle);

error_code sync_data(native_handle handle);

error_code truncate(native_handle handle, long long size);

struct opened {
  native_handle handle = no_handle;
  error_code error;
};

/// A second descriptor for the same open file, closed on exec, and not taken
/// for a standard stream where one of those is closed.
opened duplicate(native_handle handle);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "device_body.h"
#endif

#endif
