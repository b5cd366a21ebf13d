// rill/os/quick_exit_list.h: the actions to run at quick_exit, where the C
// library passes them no argument.
//
// Layer 3. Throws nothing. Tests: test/os/quick_exit_list_test.cpp.
#ifndef RILL_OS_QUICK_EXIT_LIST_H
#define RILL_OS_QUICK_EXIT_LIST_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD::os {

// Several threads may add actions at the same time.
class quick_exit_list {
 public:
  using action = void (*)(void*);

  /// Adds an action. Returns true for the first one: the caller must then
  /// register run(). Drops an action that does not fit.
  bool add(action what) {
    int const place = __atomic_fetch_add(&count_, 1, __ATOMIC_RELAXED);
    if (place >= room) return false;
    __atomic_store_n(&kept_[place], what, __ATOMIC_RELEASE);
    return place == 0;
  }

  /// Runs each action once, in reverse order.
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
