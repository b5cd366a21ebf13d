// rill/os/win32/file_lock.h: locks on whole files, between programs.
//
// Floor 3. Allocates nothing, throws nothing. The lock belongs to the open
// file: duplicates of the handle share it, opening the file again does not.
// Unlike elsewhere it is no agreement: while it is held, reads (of an
// exclusive one) and writes of others fail with ERROR_LOCK_VIOLATION.
#ifndef RILL_OS_WIN32_FILE_LOCK_H
#define RILL_OS_WIN32_FILE_LOCK_H

#include "../file_terms.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_bool rill_LockFileEx(void*, windows_word, windows_word, windows_word,
                             windows_word, windows_offset*) noexcept
    __asm__("LockFileEx");
windows_bool rill_UnlockFileEx(void*, windows_word, windows_word, windows_word,
                               windows_offset*) noexcept
    __asm__("UnlockFileEx");
void rill_Sleep(windows_word) noexcept __asm__("Sleep");
}

inline void unlock(native_handle handle) {
  windows_offset start;
  constexpr windows_word all = 0xFFFFFFFF;
  (void)rill_UnlockFileEx(handle, 0, all, all, &start);
}

// One call. A lock of the other kind that is held already is given back
// first: the system would wait for the caller itself.
inline error_code set_lock(native_handle handle, lock_kind kind, bool waits) {
  constexpr windows_word all = 0xFFFFFFFF;
  windows_word const flags =
      (kind == lock_kind::exclusive ? 2u : 0u) | (waits ? 0u : 1u);
  unlock(handle);
  windows_offset start;
  return rill_LockFileEx(handle, flags, 0, all, all, &start) ? error_code{}
                                                             : last_error();
}

/// Takes the lock, and waits for it if it has to. A lock that is held already
/// changes its kind; another program may have it in between.
inline error_code lock(native_handle handle, lock_kind kind) {
  return set_lock(handle, kind, true);
}

/// Takes the lock if it is free; library_problem::locked if it is not.
inline error_code lock_at_once(native_handle handle, lock_kind kind) {
  error_code const why = set_lock(handle, kind, false);
  if (why.number == windows_error::lock_violation ||
      why.number == windows_error::io_pending)
    return library_problem::locked;
  return why;
}

/// Lets the thread rest.
inline void rest(unsigned milliseconds) { rill_Sleep(milliseconds); }

}  // namespace rill::inline RILL_BUILD::os

#endif
