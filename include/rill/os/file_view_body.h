// rill/os/file_view_body.h: the bodies of file_view.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_FILE_VIEW_BODY_H
#define RILL_OS_FILE_VIEW_BODY_H

#include "file_view.h"
#include "clock.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE error_code lock_within(os::native_handle handle, lock_kind kind,
                                 unsigned long long limit) {
  constexpr unsigned long long millisecond = 1'000'000;
  unsigned long long const start = os::steady_nanoseconds();
  unsigned long long pause = 1;
  for (;;) {
    error_code const code = os::lock_at_once(handle, kind);
    if (!(code == error_code(library_problem::locked))) return code;
    unsigned long long const passed = os::steady_nanoseconds() - start;
    if (passed >= limit) return code;
    unsigned long long const left = (limit - passed) / millisecond + 1;
    os::rest(static_cast<unsigned>(smaller(pause, left)));
    pause = smaller(2 * pause, 20ull);
  }
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
