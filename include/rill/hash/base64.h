// rill/hash/base64.h: bytes as a text of 64 characters, and back.
//
// Floor 2. No allocation, no exception, constexpr. Source: RFC 4648, sections 4
// and 5. Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_BASE64_H
#define RILL_HASH_BASE64_H

#include "encoded_bytes.h"

namespace rill::inline RILL_BUILD {

/// `base64(bytes[, options])` prints the bytes as base64, with padding if the
/// options do not say otherwise. `bytes` is a text, or bytes in a row: what
/// a hash takes, and a digest. Cost: no allocation.
///
///     rill::println(rill::base64(rill::sha256::of("abc")));
///     rill::println(rill::base64(key, {.padding = false}));
template <class T>
constexpr encoded_bytes<detail::base64_form, T> base64(
    T&& bytes, base_options options = {}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// Returns how many characters so many bytes are.
constexpr std::size_t base64_size(std::size_t count,
                                  base_options options = {}) noexcept {
  return detail::encoded_size<detail::base64_form>(count, options.padding);
}

/// Writes base64_size(size of the bytes) characters; returns their end.
/// Cost: from 12 bytes on by the kernel for this processor.
///
///     char text[rill::base64_size(3)];
///     rill::write_base64(text, "abc");   // YWJj
template <class Bytes>
constexpr char* write_base64(char* out, Bytes const& bytes,
                             base_options options = {}) noexcept {
  auto const from = detail::bytes_of(bytes);
  return detail::encode_bytes<detail::base64_form>(out, from.data, from.size,
                                                   options.padding);
}

/// Returns how many bytes the text is, if it is well-formed. Of others it is at
/// least what is written before the error.
constexpr std::size_t decoded_base64_size(text from,
                                          base_options options = {}) noexcept {
  return detail::decoded_size<detail::base64_form>(from, options.padding);
}

/// Decodes into memory with room for decoded_base64_size(from) bytes, which the
/// text must not overlap, and writes nothing behind them.
/// Errors: any character but the 64 and the padding; no white space is skipped.
/// With padding the text must be filled up, without it must not; the unused
/// bits of the last character must be 0: each text of bytes is the only one.
///
///     char bytes[3];
///     auto const done = rill::decode_base64_into(bytes, "YWJj");
///     if (!done) …                       // done.error, at done.offset
template <detail::byte_like Byte>
constexpr decode_result decode_base64_into(Byte* out, text from,
                                           base_options options = {}) noexcept {
  return detail::decode_bytes<detail::base64_form>(out, from, options.padding);
}

/// The same with - and _ in place of + and /, as in URLs, names of files and
/// JSON Web Tokens: without padding if the options do not say otherwise.
template <class T>
constexpr encoded_bytes<detail::base64url_form, T> base64url(
    T&& bytes, base_options options = {.padding = false}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// As base64_size, without padding if the options do not say otherwise.
constexpr std::size_t base64url_size(std::size_t count,
                                     base_options options = {
                                         .padding = false}) noexcept {
  return detail::encoded_size<detail::base64url_form>(count, options.padding);
}

/// As write_base64.
template <class Bytes>
constexpr char* write_base64url(char* out, Bytes const& bytes,
                                base_options options = {
                                    .padding = false}) noexcept {
  auto const from = detail::bytes_of(bytes);
  return detail::encode_bytes<detail::base64url_form>(out, from.data, from.size,
                                                      options.padding);
}

/// As decoded_base64_size.
constexpr std::size_t decoded_base64url_size(text from,
                                             base_options options = {
                                                 .padding = false}) noexcept {
  return detail::decoded_size<detail::base64url_form>(from, options.padding);
}

/// As decode_base64_into.
template <detail::byte_like Byte>
constexpr decode_result decode_base64url_into(Byte* out, text from,
                                              base_options options = {
                                                  .padding = false}) noexcept {
  return detail::decode_bytes<detail::base64url_form>(out, from,
                                                      options.padding);
}

}  // namespace rill::inline RILL_BUILD

#endif
