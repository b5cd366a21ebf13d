// rill/os/posix/file_lock.h: locks on whole files, between programs.
//
// Floor 3. Allocates nothing, throws nothing. The lock belongs to the open
// file: duplicates of the descriptor share it, opening the file again does
// not. Tests: test/os/file_lock_test.cpp.
#ifndef RILL_OS_POSIX_FILE_LOCK_H
#define RILL_OS_POSIX_FILE_LOCK_H

#include "../file_terms.h"
#include "file_call.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

// One call. Linux has locks of the open file description, which NFS passes
// on to its server (fcntl_locking(2)); elsewhere flock(2) does the same on
// local disks.
inline int set_lock(native_handle handle, lock_kind kind, bool waits) {
#if defined(F_OFD_SETLK)
  struct flock range{};
  range.l_type = kind == lock_kind::shared ? F_RDLCK : F_WRLCK;
  range.l_whence = SEEK_SET;  // from 0, and a length of 0: the whole file
  return file_call.lock(handle, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range);
#else
  int const operation = kind == lock_kind::shared ? LOCK_SH : LOCK_EX;
  return file_call.flock(handle, waits ? operation : operation | LOCK_NB);
#endif
}

/// Takes the lock, and waits for it if it has to. A lock that is held already
/// changes its kind.
inline error_code lock(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, true) == 0) return {};
    if (errno != EINTR) return last_error();
  }
}

/// Takes the lock if it is free; library_problem::locked if it is not.
inline error_code lock_at_once(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, false) == 0) return {};
    if (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK)
      return library_problem::locked;
    if (errno != EINTR) return last_error();
  }
}

inline void unlock(native_handle handle) {
#if defined(F_OFD_SETLK)
  struct flock range{};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;
  (void)file_call.lock(handle, F_OFD_SETLK, &range);
#else
  (void)file_call.flock(handle, LOCK_UN);
#endif
}

/// Lets the thread rest. A signal may end that early.
inline void rest(unsigned milliseconds) {
  (void)call.poll(nullptr, 0, static_cast<int>(milliseconds));
}

}  // namespace rill::inline RILL_BUILD::os

#endif
