// rill/os/posix/file_lock_body.h: the bodies of file_lock.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_FILE_LOCK_BODY_H
#define RILL_OS_POSIX_FILE_LOCK_BODY_H

#include "file_lock.h"
#include "file_call.h"

namespace rill::inline RILL_BUILD::os {

RILL_CORE int set_lock(native_handle handle, lock_kind kind, bool waits) {
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

RILL_CORE error_code lock(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, true) == 0) return {};
    if (errno != EINTR) return last_error();
  }
}

RILL_CORE error_code lock_at_once(native_handle handle, lock_kind kind) {
  for (;;) {
    if (set_lock(handle, kind, false) == 0) return {};
    if (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK)
      return library_problem::locked;
    if (errno != EINTR) return last_error();
  }
}

RILL_CORE void unlock(native_handle handle) {
#if defined(F_OFD_SETLK)
  struct flock range{};
  range.l_type = F_UNLCK;
  range.l_whence = SEEK_SET;
  (void)file_call.lock(handle, F_OFD_SETLK, &range);
#else
  (void)file_call.flock(handle, LOCK_UN);
#endif
}

RILL_CORE void rest(unsigned milliseconds) {
  (void)call.poll(nullptr, 0, static_cast<int>(milliseconds));
}

}  // namespace rill::inline RILL_BUILD::os

#endif
