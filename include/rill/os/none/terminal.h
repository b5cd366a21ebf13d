// rill/os/none/terminal.h: where there is no system there is no terminal.
//
// Layer 3. Tests: test/package/freestanding/.
#ifndef RILL_OS_NONE_TERMINAL_H
#define RILL_OS_NONE_TERMINAL_H

#include "../terminal_terms.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

constexpr terminal_answer size_of_terminal(native_handle) {
  return {{}, library_problem::unsupported};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
