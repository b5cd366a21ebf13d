// rill/os/terminal_terms.h: the size of a terminal, on every system.
//
// Layer 3. Values only. Tests: test/os/terminal_test.cpp.
#ifndef RILL_OS_TERMINAL_TERMS_H
#define RILL_OS_TERMINAL_TERMS_H

#include "../base/result.h"

namespace rill::inline RILL_BUILD {

/// The size of a terminal in characters; 0 is a number that nobody knows.
struct screen_size {
  int columns = 0;
  int rows = 0;
  friend constexpr bool operator==(screen_size, screen_size) = default;

  /// Prints itself: `80x24`.
  friend constexpr auto rill_print(auto& out, screen_size const& s) {
    return out(s.columns, 'x', s.rows);
  }
};

namespace os {

struct terminal_answer {
  screen_size size;
  error_code error;
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
