// rill/os/file_lock.h: the lock of a file, held by an object.
//
// Floor 3. Allocates nothing. file_view::lock_file gives one. Tests:
// test/os/file_lock_test.cpp.
#ifndef RILL_OS_FILE_LOCK_H
#define RILL_OS_FILE_LOCK_H

#include "../base/time_out.h"
#include "file_calls.h"
#include "os.h"

namespace rill::inline RILL_BUILD {

/// Holds the lock of a file until it goes away. Movable.
///
/// Requires: the file it came from is open as long; closing that gives the
/// lock back too.
class [[nodiscard]] file_lock {
 public:
  file_lock() noexcept = default;
  explicit file_lock(os::native_handle handle) noexcept : handle_(handle) {}
  file_lock(file_lock&& other) noexcept : handle_(other.handle_) {
    other.handle_ = os::no_handle;
  }
  file_lock& operator=(file_lock&& other) noexcept {
    if (this == &other) return *this;
    unlock();
    handle_ = other.handle_;
    other.handle_ = os::no_handle;
    return *this;
  }
  ~file_lock() { unlock(); }

  bool is_held() const noexcept { return handle_ != os::no_handle; }

  /// Gives the lock back. Twice is no error.
  void unlock() noexcept {
    if (is_held()) os::unlock(handle_);
    handle_ = os::no_handle;
  }

 private:
  os::native_handle handle_ = os::no_handle;
};

namespace detail {

// Neither kind of lock has a call that waits for a while: it is tried again
// and again, with pauses of 1, 2, 4, 8, 16 and then 20 milliseconds.
error_code lock_within(os::native_handle handle, lock_kind kind,
                       unsigned long long limit);

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "file_lock_body.h"
#endif

#endif
