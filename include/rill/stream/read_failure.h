// rill/stream/read_failure.h: turns the error that ended a reader's input into
// a rill::error, and the functions of a reader that return it.
//
// Layer 4. Cold code: an error allocates; nothing else here does. Tests:
// test/encoding/decoded_reader_test.cpp, test/scan/lines_test.cpp,
// test/stream/reader_test.cpp.
#ifndef RILL_STREAM_READ_FAILURE_H
#define RILL_STREAM_READ_FAILURE_H

#include "../os/error.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

/// Returns in.error() with its source. Requires in.error(). An encoding error
/// of a decoded_reader is at the end of the bytes in memory.
[[gnu::cold]] error read_failure(reader const& in);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "read_failure_body.h"
#endif

#endif
