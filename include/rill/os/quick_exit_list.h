// rill/os/quick_exit_list.h: what runs when quick_exit is called, where the C
// library takes no argument for it.
//
// Layer 3. Throws nothing. Tests: test/os/quick_exit_list_test.cpp.
#ifndef RILL_OS_QUICK_EXIT_LIST_H
#define RILL_OS_QUICK_EXIT_LIST_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD::os {

// Threads may add to it at the same time.
class quick_exit_list {
 public:
  using action = void (*)(void*);

  /// True for the first action: the caller has to register run() then. An
  /// action more than there is room for is not kept.
  bool add(action what) {
    int const place = __atomic_fetch_add(&count_, 1, __ATOMIC_RELAXED);
    if (place >= room) return false;
    __atomic_store_n(&kept_[place], what, __ATOMIC_RELEASE);
    return place == 0;
  }

  /// Runs each action once, the last one first.
  void run() {
    for (int place = room; place-- != 0;) {
      action const what =
          __atomic_exchange_n(&kept_[place], nullptr, __ATOMIC_ACQUIRE);
      if (what) what(nullptr);
    }
  }

 private:
  static constexpr int room = 4;
  action kept_[room] = {};
  int count_ = 0;
};

}  // namespace rill::inline RILL_BUILD::os

#endif
