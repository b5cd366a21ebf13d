// rill/window/left_children.h: processes that go on without their owner.
//
// Floor 6. Allocates; throws std::bad_alloc alone. A child that has ended is a
// zombie until its parent waits for it, and the program does not wait for the
// helper of a window that stays open. leave_child() therefore collects earlier
// children that have ended. Any thread may call it. Tests:
// test/window/box_writer_test.cpp.
#ifndef RILL_WINDOW_LEFT_CHILDREN_H
#define RILL_WINDOW_LEFT_CHILDREN_H

#include "../process/child.h"

namespace rill::inline RILL_BUILD::detail {

struct left_child {
  child process;
  left_child* next;
};

// Children that are in the list when the program ends go on.
RILL_STATE inline left_child* left_children = nullptr;

inline void keep_left_child(left_child* one) noexcept {
  one->next = __atomic_load_n(&left_children, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&left_children, &one->next, one, true,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

/// Takes over a child that is neither ended nor waited for, and collects those
/// before it that have ended.
inline void leave_child(child process) {
  auto* const added = new left_child{static_cast<child&&>(process), nullptr};
  left_child* one = __atomic_exchange_n(
      &left_children, static_cast<left_child*>(nullptr), __ATOMIC_ACQUIRE);
  while (one) {
    left_child* const next = one->next;
    result<bool> const has_ended = one->process.try_wait_for(no_wait);
    if (!has_ended || *has_ended) {
      (void)one->process.try_wait();
      delete one;
    } else {
      keep_left_child(one);
    }
    one = next;
  }
  keep_left_child(added);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
