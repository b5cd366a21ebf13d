// rill/os/none/process.h: the program itself, where nothing started it.
//
// Floor 3. Throws nothing. Tests: test/package/freestanding/.
#ifndef RILL_OS_NONE_PROCESS_H
#define RILL_OS_NONE_PROCESS_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

constexpr char const* program_name() { return "program"; }

/// There is nothing to go back to.
[[noreturn]] inline void exit_after_flush(int) { __builtin_trap(); }

}  // namespace rill::inline RILL_BUILD::os

#endif
