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

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_read_error(reader const& in) {
  raise(read_failure(in));
}

}  // namespace rill::inline RILL_BUILD::detail

namespace rill::inline RILL_BUILD {

RILL_CORE basic_result<bool, error> reader::try_at_end() {
  if (cursor_ != end_ || more()) return false;
  if (error_) return detail::read_failure(*this);
  return true;
}

RILL_CORE basic_result<std::size_t, error> reader::try_read(char* out,
                                                            std::size_t size) {
  std::size_t const got = copy_across(out, size);
  if (got == 0 && size != 0 && error_) return detail::read_failure(*this);
  return got;
}

}  // namespace rill::inline RILL_BUILD

#endif
