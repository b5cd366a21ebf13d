// rill/stream/read_failure.h: from the error that ended a reader's input to
// the error that a caller sees.
//
// Floor 4. Cold code: an error allocates; nothing else here does. Tests:
// test/stream/decoded_reader_test.cpp, test/stream/lines_test.cpp.
#ifndef RILL_STREAM_READ_FAILURE_H
#define RILL_STREAM_READ_FAILURE_H

#include "../os/error.h"
#include "position.h"

namespace rill::inline RILL_BUILD::detail {

/// Requires in.error(). What is wrong with the text of a decoded_reader
/// stands behind everything that is in memory.
[[gnu::cold, gnu::noinline]] inline error read_failure(reader const& in) {
  error_code const code = in.error();
  if (code.source != error_source::text) {
    source_position const from = source_of(in);
    return error(code, {"read", 4}, from.name, from.reason);
  }
  source_position const at = position_of(in, in.end());
  text_place place;
  place.source = at.name;
  place.offset = at.offset;
  place.line = at.line;
  place.column = at.column + 1;
  place.encoding = at.encoding;
  return error(static_cast<text_problem>(code.number), place);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
