// rill/stream/locked.h: a writer or reader that several threads share.
//
// Floor 4. A mutex of the system (pthread_mutex_t; <mutex> costs 160 to 350
// ms of compile time). Tests: test/stream/locked_test.cpp.
#ifndef RILL_STREAM_LOCKED_H
#define RILL_STREAM_LOCKED_H

#include "../os/mutex.h"

namespace rill::inline RILL_BUILD {

template <class W>
class locked;

/// Holds the lock of a locked<W> and gives access to the W.
template <class W>
class [[nodiscard]] lock_guard {
 public:
  explicit lock_guard(locked<W>& owner) : owner_(owner) {
    owner_.mutex_.lock();
  }
  lock_guard(lock_guard const&) = delete;
  lock_guard& operator=(lock_guard const&) = delete;
  ~lock_guard() { owner_.mutex_.unlock(); }

  W& operator*() const noexcept { return owner_.value_; }
  W* operator->() const noexcept { return &owner_.value_; }

 private:
  locked<W>& owner_;
};

/// A W with a lock. Each print takes the lock once, so the pieces of one
/// call stay together; `lock(sink)` holds it for several calls:
///
///     rill::locked<rill::file_writer> log("events.txt");
///     rill::println(log, "one line, whole");
///     auto held = rill::lock(log);
///     rill::print(*held, "two ");
///     rill::println(*held, "calls");
///
/// The lock is released when a print throws.
template <class W>
class locked {
 public:
  template <class... Args>
  explicit locked(Args&&... args) : value_(static_cast<Args&&>(args)...) {}
  locked(locked const&) = delete;
  locked& operator=(locked const&) = delete;

 private:
  friend class lock_guard<W>;
  os::mutex mutex_;
  W value_;
};

/// Takes the lock until the returned guard goes away.
template <class W>
lock_guard<W> lock(locked<W>& sink) {
  return lock_guard<W>(sink);
}

}  // namespace rill::inline RILL_BUILD

#endif
