// rill/stream/ring_copy.h: copying pieces of which most are short.
//
// Floor 4. Pure. Calling memcpy takes longer than copying 16 bytes: a ring
// that is read or written in such pieces took more than twice as long. Tests:
// test/stream/ring_copy_test.cpp.
#ifndef RILL_STREAM_RING_COPY_H
#define RILL_STREAM_RING_COPY_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// As copy_bytes. The ranges must not overlap.
inline char* copy_piece(char* out, char const* from,
                        std::size_t size) noexcept {
  if (size > 32) return copy_bytes(out, from, size);
  if (size >= 16)
    copy_both_ends<16>(out, from, size);
  else if (size >= 8)
    copy_both_ends<8>(out, from, size);
  else if (size >= 4)
    copy_both_ends<4>(out, from, size);
  else
    for (std::size_t i = 0; i != size; ++i) out[i] = from[i];
  return out + size;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
