// rill/binary/read_body.h: the errors of reading binary data.
//
// Layer 6. The bodies of read.h. Tests: test/binary/read_test.cpp.
#ifndef RILL_BINARY_READ_BODY_H
#define RILL_BINARY_READ_BODY_H

#include "read.h"

namespace rill::inline RILL_BUILD::detail {

// Returns the error of the device, if there is one, or that of the data.
[[gnu::cold, gnu::noinline]] RILL_CORE error
read_failure(binary_source const& from, reader const& in, bool is_whole) {
  source_position const at = in.locate();
  text const name = is_whole ? text() : at.name;
  if (in.error()) return error(in.error(), "read", name, at.reason);
  return from.failure().error("read binary", name);
}

RILL_CORE error get_from(reader& in, binary_limits const& limits, bool is_whole,
                         get_function get, void* values) {
  binary_source from(in, limits, is_whole);
  char const* const end = get(from, from.begin(), values);
  if (RILL_UNLIKELY(!end)) return read_failure(from, in, is_whole);
  from.finish(end);
  return {};
}

RILL_CORE error get_whole(text bytes, binary_limits const& limits,
                          get_function get, void* value) {
  memory_reader in(bytes);
  if (error why = get_from(in, limits, true, get, value)) return why;
  std::size_t const left = in.available();
  if (RILL_LIKELY(left == 0)) return {};
  binary_failure what;
  what.set(binary_problem::left_over, bytes.size - left, left, 0);
  return what.error("read binary", {});
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
