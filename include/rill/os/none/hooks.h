// rill/os/none/hooks.h: nothing is run when the program forks or ends, where
// there is no system, or RILL_PROCESS_HOOKS is 0.
//
// Layer 3. Tests: test/system/no_hooks_test.py.
#ifndef RILL_OS_NONE_HOOKS_H
#define RILL_OS_NONE_HOOKS_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

constexpr void at_exit(void (*)()) {}
constexpr void around_each_fork(void (*)(), void (*)()) {}
constexpr void at_quick_exit(void (*)(void*)) {}
constexpr void at_terminate(void (*)()) {}
/// Does nothing: the runtime library handles uncaught exceptions.
constexpr void at_uncaught(void (*)()) {}

}  // namespace rill::inline RILL_BUILD::os

#endif
