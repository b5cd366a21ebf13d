// rill/stream/read_failure.h: from the error that ended a reader's input to
// the error that a caller sees.
//
// Layer 4. Cold code: an error allocates; nothing else here does. Tests:
// test/encoding/decoded_reader_test.cpp, test/scan/lines_test.cpp.
#ifndef RILL_STREAM_READ_FAILURE_H
#define RILL_STREAM_READ_FAILURE_H

#include "../os/error.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

/// Requires in.error(). What is wrong with the text of a decoded_reader
/// stands behind everything that is in memory.
[[gnu::cold]] error read_failure(reader const& in);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "read_failure_body.h"
#endif

#endif
