// rill/stream/kept_error.h: how the call of a writer ends that has an error.
//
// Layer 4. Tests: test/stream/file_writer_test.cpp.
#ifndef RILL_STREAM_KEPT_ERROR_H
#define RILL_STREAM_KEPT_ERROR_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD::detail {

// Throws what failure() returns, where there is an error. Without exceptions
// failure is not called: the writer keeps its error, for try_flush to return.
template <class Failure>
void throw_kept([[maybe_unused]] error_code kept,
                [[maybe_unused]] Failure failure) {
#if RILL_EXCEPTIONS
  if (kept) raise(failure());
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
