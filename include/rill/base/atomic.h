// rill/base/atomic.h: a variable that several threads may read and write.
//
// Layer 0. Allocates nothing, throws nothing. <atomic> costs 40 ms of compile
// time. Tests: test/base/atomic_test.cpp, test/system/thread_sanitizer_test.py.
#ifndef RILL_BASE_ATOMIC_H
#define RILL_BASE_ATOMIC_H

#include "config.h"

namespace rill::inline RILL_BUILD::detail {

/// A value of a trivially copyable type, of at most the size of a pointer. A
/// load acquires and a store releases: whoever reads a value also sees what the
/// storing thread wrote before it. Cost on x86-64: that of a plain variable.
template <class T>
class atomic {
 public:
  constexpr atomic() noexcept = default;
  constexpr atomic(T value) noexcept : value_(value) {}
  atomic(atomic const&) = delete;
  atomic& operator=(atomic const&) = delete;

  RILL_ALWAYS_INLINE operator T() const noexcept {
    T now;
    __atomic_load(&value_, &now, __ATOMIC_ACQUIRE);
    return now;
  }
  RILL_ALWAYS_INLINE T operator=(T value) noexcept {
    __atomic_store(&value_, &value, __ATOMIC_RELEASE);
    return value;
  }

  /// Stores a value and returns the one before it.
  RILL_ALWAYS_INLINE T exchange(T value) noexcept {
    T before;
    __atomic_exchange(&value_, &value, &before, __ATOMIC_ACQ_REL);
    return before;
  }

 private:
  T value_{};
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
