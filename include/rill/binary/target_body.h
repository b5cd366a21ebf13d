// rill/binary/target_body.h: what a target does where its writer has no room.
//
// Layer 5. The bodies of target.h. Tests: test/binary/target_test.cpp.
#ifndef RILL_BINARY_TARGET_BODY_H
#define RILL_BINARY_TARGET_BODY_H

#include "target.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void binary_target::commit(char* at) {
  // A hook that writes to the writer itself would be written over.
  RILL_ASSERT(is_on_scratch_ || out_.cursor() == start_);
  if (is_on_scratch_)
    out_.write(scratch_, static_cast<std::size_t>(at - scratch_));
  else
    out_.advance_to(at);
}

[[gnu::cold, gnu::noinline]] RILL_CORE char* binary_target::reserve_slowly(
    char* at, std::size_t size) {
  commit(at);
  if (out_.reserve(size)) return use_writer();
  return use_scratch();
}

// Short ones by one check. Out of line, because a type has many of them: inline
// it is 0.5 ns faster and 120 bytes longer.
RILL_CORE char* binary_target::put_list(char* at, void const* data,
                                        std::size_t count, std::size_t size) {
  std::size_t const bytes = count * size;
  if (RILL_LIKELY(bytes <= binary_run - count_size)) {
    at = store_count(reserve(at, count_size + bytes), count);
    return copy_short(at, static_cast<char const*>(data), bytes);
  }
  at = store_count(reserve(at, count_size), count);
  return put_bytes(at, data, bytes);
}

// Long data goes to the device beside the buffer.
[[gnu::noinline]] RILL_CORE char* binary_target::put_slowly(char* at,
                                                            char const* data,
                                                            std::size_t size) {
  commit(at);
  out_.write(data, size);
  return use_writer();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
