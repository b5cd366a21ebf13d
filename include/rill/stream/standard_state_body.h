// rill/stream/standard_state_body.h: the bodies of standard_state.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_STANDARD_STATE_BODY_H
#define RILL_STREAM_STANDARD_STATE_BODY_H

#include "standard_state.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_CORE error_code& kept_error(FILE* stream) {
  return stream == stderr ? standard_output.error_error
                          : standard_output.output_error;
}

RILL_CORE void keep_error(FILE* stream, error_code error) {
  kept_error(stream) = error;
  if (stream == stdout) standard_output.is_quick = false;
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE error_code
drain_held(FILE* stream) {
  error_code error = kept_error(stream);
  if (!error) {
    error = libc::write_pending(stream);
    if (error) keep_error(stream, error);
  }
  return error;
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE error_code
drain_c_stream(FILE* stream) {
  os::cancel_action unlock;
  FILE* const locked = libc::lock(stream);
  libc::unlock_if_cancelled(unlock, stream);
  error_code const error = drain_held(stream);
  os::not_cancelled(unlock);
  libc::unlock(locked);
  return error;
}

RILL_SELDOM_RUN RILL_CORE error_code drain_standard_output() {
  return drain_c_stream(stdout);
}

RILL_CORE bool still_ours() {
  return !standard_output.output || standard_output.output == stdout;
}

RILL_SELDOM_RUN RILL_CORE void drain_standard_error() {
  if (!os::try_lock_stream(stderr)) return;
  if (libc::has_pending(stderr)) (void)drain_c_stream(stderr);
  os::unlock_stream(stderr);
}

RILL_SELDOM_RUN RILL_CORE error_code drain_other_streams(error_code error) {
  if (standard_output.drain_error) standard_output.drain_error();
  if (standard_output.drain_native) {
    error_code const native = standard_output.drain_native();
    if (!error) error = native;
  }
  if (standard_output.drain_native_error) {
    error_code const native = standard_output.drain_native_error();
    if (!standard_output.error_error) standard_output.error_error = native;
  }
  return error;
}

RILL_SELDOM_RUN RILL_CORE error_code drain_standard_streams() {
  return drain_other_streams(still_ours() ? drain_standard_output()
                                          : standard_output.output_error);
}

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#endif
