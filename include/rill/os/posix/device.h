// rill/os/posix/device.h: the type of a descriptor, opening files, and locks.
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

// The calls that open files and query them.
//
// Replaceable as in call.h; separate because the headers cost 25 ms of compile
// time, which printing to standard output need not pay.

namespace rill::inline RILL_BUILD::os {

/// Returns the error number that a function returned, or 0. In the musl of zig
/// 0.17, posix_fallocate and posix_fadvise return -1 instead and set errno.
inline int returned_number(int answer) { return answer < 0 ? errno : answer; }

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
  int (*posix_fallocate)(int, off_t, off_t) = [](int handle, off_t offset,
                                                 off_t size) {
    return returned_number(::posix_fallocate(handle, offset, size));
  };
  int (*posix_fadvise)(int, off_t, off_t, int) = [](int handle, off_t offset,
                                                    off_t size, int advice) {
    return returned_number(::posix_fadvise(handle, offset, size, advice));
  };
#endif
#if defined(FALLOC_FL_PUNCH_HOLE)
  int (*fallocate)(int, int, off_t, off_t) = ::fallocate;
#endif
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE file_system_calls file_call;

// The type and position of a descriptor, and the calls on it that move no
// bytes.
//
// Allocates nothing, throws nothing.

device_kind kind_of(mode_t mode);

// Returns when a file last changed, in nanoseconds since 1970. Returns 0 for a
// file without disk blocks: it may be generated when it is read (proc(5)), and
// then its times mean nothing.
unsigned long long change_time_of(struct stat const& native);

device_status status(native_handle handle);

/// Returns true if every write goes to the end of the file.
bool is_appending(native_handle handle);

/// An offset in bytes from the start of a file, or the error.
struct position {
  long long offset = 0;
  error_code error;
};

// The origins of a seek.
inline constexpr int from_start = SEEK_SET;
inline constexpr int from_here = SEEK_CUR;
inline constexpr int from_end = SEEK_END;

position seek(native_handle handle, long long offset, int whence);

/// Closes a descriptor exactly once, even on EINTR: Linux has then released it,
/// and a second close could hit another file.
error_code close(native_handle handle);

// Makes a call that moves no bytes, and repeats it when a signal interrupts it,
// as network file systems allow.
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

/// Duplicates a descriptor for the same open file, close-on-exec. Avoids the
/// numbers 0 to 2, even if a standard stream is closed.
opened duplicate(native_handle handle);

}  // namespace rill::inline RILL_BUILD::os

// Opens paths.
//
// Allocates nothing, throws nothing. Descriptors are close-on-exec; symbolic
// links are followed unless the caller disables that.

namespace rill::inline RILL_BUILD {

namespace os {

int open_flags(open_options const& options);

// Moves a descriptor above 2: a file that gets 0, 1 or 2, because the program
// was started with that one closed, would be taken for a standard stream.
opened above_standard_handles(native_handle handle);

/// Opens a path that ends with a NUL.
opened open(char const* path, open_options const& options);

/// The folder for temporary files if the caller names none.
inline constexpr char const* temporary_folder = "/tmp";

// Makes a new file with an unpredictable name and unlinks it at once.
opened open_and_unlink(char const* folder);

/// Opens an unnamed file in a folder; it disappears when closed.
opened open_unnamed(char const* folder);

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// Locks on whole files, between programs.
//
// Allocates nothing, throws nothing. The lock belongs to the open file:
// duplicates of the descriptor share it, opening the file again does not.

namespace rill::inline RILL_BUILD::os {

// Makes one call. Linux has locks of the open file description, which NFS
// passes on to its server (fcntl_locking(2)); elsewhere flock(2) does the same
// on local disks.
int set_lock(native_handle handle, lock_kind kind, bool waits);

/// Takes the lock, and waits until it is free. Changes the kind of a lock that
/// is held already.
error_code lock(native_handle handle, lock_kind kind);

/// Takes the lock if it is free; otherwise returns library_problem::locked.
error_code lock_at_once(native_handle handle, lock_kind kind);

void unlock(native_handle handle);

/// Sleeps. A signal may end the sleep early.
void rest(unsigned milliseconds);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "device_body.h"
#endif

#endif
