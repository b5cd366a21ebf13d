// rill/os/posix/file_lock.h: locks on whole files, between programs.
//
// Floor 3. Allocates nothing, throws nothing. The lock belongs to the open
// file: duplicates of the descriptor share it, opening the file again does
// not. Tests: test/os/file_lock_test.cpp.
#ifndef RILL_OS_POSIX_FILE_LOCK_H
#define RILL_OS_POSIX_FILE_LOCK_H

#include "../file_terms.h"
#include "handle.h"
#include "output.h"  // last_error

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
#include "file_lock_body.h"
#endif

#endif
