// rill/hash/hex_bytes.h: bytes as hexadecimal digits, and back.
//
// Floor 2. No allocation, no exception, constexpr. Source: RFC 4648, section 8.
// Numbers in hexadecimal are rill::hex, tables of bytes rill::hexdump.
// Tests: test/hash/hex_bytes_test.cpp.
#ifndef RILL_HASH_HEX_BYTES_H
#define RILL_HASH_HEX_BYTES_H

#include "encoded_bytes.h"

namespace rill::inline RILL_BUILD {

/// `hex_bytes(bytes)` prints two small hexadecimal digits for each byte. It
/// takes what base64 takes.
template <class T>
constexpr encoded_bytes<detail::hex_form, T> hex_bytes(T&& bytes) {
  return {static_cast<T&&>(bytes), false};
}

/// Returns how many digits so many bytes are.
constexpr std::size_t hex_bytes_size(std::size_t count) noexcept {
  return detail::encoded_size<detail::hex_form>(count, false);
}

/// Writes two digits for each byte; returns their end.
template <class Bytes>
constexpr char* write_hex_bytes(char* out, Bytes const& bytes) noexcept {
  auto const from = detail::bytes_of(bytes);
  return detail::encode_bytes<detail::hex_form>(out, from.data, from.size,
                                                false);
}

/// Returns how many bytes so many digits are.
constexpr std::size_t decoded_hex_size(text from) noexcept {
  return detail::decoded_size<detail::hex_form>(from, false);
}

/// Decodes into memory with room for decoded_hex_size(from) bytes, which the
/// text must not overlap. Digits may be small and capital.
/// Errors: what is no digit, white space too; an odd number of digits.
template <detail::byte_like Byte>
constexpr decode_result decode_hex_into(Byte* out, text from) noexcept {
  return detail::decode_bytes<detail::hex_form>(out, from, false);
}

}  // namespace rill::inline RILL_BUILD

#endif
