// rill/stream/kept_error.h: throws the error that a writer has kept.
//
// Layer 4. Tests: test/stream/file_writer_test.cpp.
#ifndef RILL_STREAM_KEPT_ERROR_H
#define RILL_STREAM_KEPT_ERROR_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD::detail {

// Throws what failure() returns if there is an error. Without exceptions it
// does not call failure: the writer keeps its error, and try_flush returns it.
template <class Failure>
void throw_kept([[maybe_unused]] error_code kept,
                [[maybe_unused]] Failure failure) {
#if RILL_EXCEPTIONS
  if (kept) raise(failure());
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
