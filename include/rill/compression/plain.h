// rill/compression/plain.h: bytes that are not compressed, as a format.
//
// Layer 6. Allocates nothing, throws nothing. Tests:
// test/compression/decompressing_test.cpp.
#ifndef RILL_COMPRESSION_PLAIN_H
#define RILL_COMPRESSION_PLAIN_H

#include "compression.h"

namespace rill::inline RILL_BUILD::detail {

struct no_options {};

inline opened_coder open_plain(compression const& which) noexcept {
  // There is no state, but the pointer must not be null.
  return {const_cast<compression_format*>(&which.format()), {}, nullptr};
}
inline coder_step copy_some(void*, text in, char* out, std::size_t room,
                            coder_goal) noexcept {
  std::size_t const size = smaller(in.size, room);
  copy_bytes(out, in.data, size);
  return {size, size};
}
inline void close_plain(void*) noexcept {}

inline constexpr coder_calls plain_coder{open_plain, copy_some, nullptr,
                                         close_plain};
inline constexpr compression_format plain_format{
    "plain", plain_coder, plain_coder, nullptr, 0, nullptr, true};

}  // namespace rill::inline RILL_BUILD::detail

#endif
