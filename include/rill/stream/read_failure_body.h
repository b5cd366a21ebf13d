// rill/stream/read_failure_body.h: the bodies of read_failure.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_READ_FAILURE_BODY_H
#define RILL_STREAM_READ_FAILURE_BODY_H

#include "read_failure.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::cold, gnu::noinline]] RILL_CORE error read_failure(reader const& in) {
  error_code const code = in.error();
  if (code.source != error_source::text) {
    source_position const from = source_of(in);
    return error(code, "read", from.name, from.reason);
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
