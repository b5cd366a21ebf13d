// rill/os/posix/device.h: what a descriptor is, how it is opened, its locks,
// and its room on the disk.
//
// Layer 3. Tests: test/os/device_test.cpp, test/os/file_test.cpp,
// test/os/file_lock_test.cpp.
#ifndef RILL_OS_POSIX_DEVICE_H
#define RILL_OS_POSIX_DEVICE_H

#include <fcntl.h>     // open and its flags, fallocate, fadvise
#include <sys/file.h>  // flock
#include <sys/stat.h>  // fstat

#include "../types.h"
#include "call.h"
#include "output.h"  // last_error

// The seam of the calls that open files and ask about them.
//
// As call.h, apart from it because its headers cost 25 ms, which printing to
// standard output need not pay.

namespace rill::inline RILL_BUILD::os {

/// The system calls on files that a test can replace.
struct file_system_calls {
  int (*open)(char const*, int, mode_t) = [](char const* path, int flags,
                                             mode_t mode) {
    return ::open(path, flags, mode);
  };
  int (*fstat)(int, struct stat*) = ::fstat;
  int (*lock)(int, int, struct flock*) = [](int handle, int command,
                                            struct flock* range) {
    return ::fcntl(handle, command, range);
  };
  int (*flock)(int, int) = ::flock;
#if !defined(__APPLE__)
  int (*posix_fallocate)(int, off_t, off_t) = ::posix_fallocate;
  int (*posix_fadvise)(int, off_t, off_t, int) = ::posix_fadvise;
#endif
#if defined(FALLOC_FL_PUNCH_HOLE)
  int (*fallocate)(int, int, off_t, off_t) = ::fallocate;
#endif
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE file_system_calls file_call;

// What a descriptor is, where it stands, and the calls on it that move no
// bytes.
//
// Allocates nothing, throws nothing.

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

// From a path to a descriptor.
//
// Allocates nothing, throws nothing. Always closed on exec; symbolic links are
// followed unless the caller says otherwise.

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

// Locks on whole files, between programs.
//
// Allocates nothing, throws nothing. The lock belongs to the open file:
// duplicates of the descriptor share it, opening the file again does not.

namespace rill::inline RILL_BUILD::os {

// One call. Linux has locks of the open file description, which NFS passes
// on to its server (fcntl_locking(2)); elsewhere flock(2) does the same on
// local disks.
int set_lock(native_handle handle, lock_kind kind, bool waits);

/// Takes the lock, and waits for it if it has to. A lock that is held already
/// changes its kind.
error_code lock(native_handle handle, lock_kind kind);

/// Takes the lock if it is free; library_problem::locked if it is not.
error_code lock_at_once(native_handle handle, lock_kind kind);

void unlock(native_handle handle);

/// Lets the thread rest. A signal may end that early.
void rest(unsigned milliseconds);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "device_body.h"
#endif

#endif
