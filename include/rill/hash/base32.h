// rill/hash/base32.h: bytes as a text of capital letters and digits, and
// back.
//
// Floor 2. No allocation, no exception, constexpr. Source: RFC 4648, section 6.
// Tests: test/hash/base32_test.cpp.
#ifndef RILL_HASH_BASE32_H
#define RILL_HASH_BASE32_H

#include "encoded_bytes.h"

namespace rill::inline RILL_BUILD {

/// `base32(bytes[, options])` prints the bytes as base32, with padding if the
/// options do not say otherwise. It takes what base64 takes.
template <class T>
constexpr encoded_bytes<detail::base32_form, T> base32(
    T&& bytes, base_options options = {}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// Returns how many characters so many bytes are.
constexpr std::size_t base32_size(std::size_t count,
                                  base_options options = {}) noexcept {
  return detail::encoded_size<detail::base32_form>(count, options.padding);
}

/// Writes base32_size(size of the bytes) characters; returns their end.
template <class Bytes>
constexpr char* write_base32(char* out, Bytes const& bytes,
                             base_options options = {}) noexcept {
  auto const from = detail::bytes_of(bytes);
  return detail::encode_bytes<detail::base32_form>(out, from.data, from.size,
                                                   options.padding);
}

/// Returns how many bytes the text is, if it is well-formed. Of others it is at
/// least what is written before the error.
constexpr std::size_t decoded_base32_size(text from,
                                          base_options options = {}) noexcept {
  return detail::decoded_size<detail::base32_form>(from, options.padding);
}

/// Decodes into memory with room for decoded_base32_size(from) bytes, which the
/// text must not overlap, and writes nothing behind them.
/// Errors: as of decode_base64_into. Small letters are refused: with them, a
/// text would not be the only one of its bytes.
template <detail::byte_like Byte>
constexpr decode_result decode_base32_into(Byte* out, text from,
                                           base_options options = {}) noexcept {
  return detail::decode_bytes<detail::base32_form>(out, from, options.padding);
}

}  // namespace rill::inline RILL_BUILD

#endif
