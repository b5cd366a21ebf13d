// rill/stream/lost_output_body.h: the bodies of lost_output.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_LOST_OUTPUT_BODY_H
#define RILL_STREAM_LOST_OUTPUT_BODY_H

#include "../os/hooks.h"
#include "lost_output.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE void end_quickly_with_lost_output(void*) { os::exit_after_flush(1); }

RILL_CORE void report_lost_output(error const& reason) noexcept {
  if (!__atomic_exchange_n(&output_was_lost, true, __ATOMIC_ACQ_REL)) {
    os::at_quick_exit(end_quickly_with_lost_output);
    os::watch_end();
  }
  say_on_standard_error(reason);
}

}  // namespace detail

#if RILL_PROCESS_HOOKS
namespace RILL_OF_THIS_MODULE detail {
RILL_CORE void end_with_lost_output() {
  if (__atomic_load_n(&output_was_lost, __ATOMIC_ACQUIRE) && os::ends_program())
    os::exit_after_flush(1);
}
}  // namespace RILL_OF_THIS_MODULE detail
#endif

RILL_CORE lost_output_handler
set_lost_output_handler(lost_output_handler handler) noexcept {
  if (!handler) handler = detail::report_lost_output;
  return __atomic_exchange_n(&detail::lost_output_handler_in_force, handler,
                             __ATOMIC_ACQ_REL);
}

}  // namespace rill::inline RILL_BUILD

#endif
