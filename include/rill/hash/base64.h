// rill/hash/base64.h: bytes as base64, base64url, base32 and hexadecimal
// digits, and back.
//
// Layer 2. Tests: test/hash/base64_test.cpp, test/hash/base32_test.cpp,
// test/hash/hex_bytes_test.cpp.
#ifndef RILL_HASH_BASE64_H
#define RILL_HASH_BASE64_H

#include "kernel/base64_kernels.h"

// Bytes that print as a text of an alphabet.
//
// No allocation, constexpr.

namespace rill::inline RILL_BUILD {

namespace detail {

// Prints 1024 characters at a time; all pieces but the last are whole groups.
template <class Form, class Out, class Byte>
constexpr void print_encoded(Out& out, run<Byte> bytes, bool padded) {
  constexpr std::size_t most = 128 * Form::bits;
  char characters[1024];
  for (std::size_t at = 0; at < bytes.size; at += most) {
    std::size_t const count = smaller(bytes.size - at, most);
    char* const end =
        encode_bytes<Form>(characters, bytes.data + at, count, padded);
    out(text(characters, static_cast<std::size_t>(end - characters)));
  }
}

// What `base64`, `base64url`, `base32` and `hex_bytes` return. Prints as text.
// Refers to an lvalue, and stores a temporary.
template <class Form, class T>
struct encoded_bytes {
  T value;
  bool padded;

  friend constexpr void rill_print(auto& out, encoded_bytes const& bytes) {
    print_encoded<Form>(out, bytes_of<remove_cvref<T>>(bytes.value),
                        bytes.padded);
  }
};

}  // namespace detail

// Bytes as a text of capital letters and digits, and back.
//
// No allocation, no exception, constexpr. Source: RFC 4648, section 6.

/// `base32(bytes[, options])` prints the bytes as base32, with padding unless
/// the options say otherwise. Accepts the same bytes as base64.
template <class T>
constexpr detail::encoded_bytes<detail::base32_form, T> base32(
    T&& bytes, base_options options = {}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// Returns the number of characters for `count` bytes.
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

/// Returns the number of bytes that a well-formed text decodes to. For other
/// texts, at least as many as are written before the error.
constexpr std::size_t decoded_base32_size(text from,
                                          base_options options = {}) noexcept {
  return detail::decoded_size<detail::base32_form>(from, options.padding);
}

/// Decodes into memory with room for decoded_base32_size(from) bytes, which the
/// text must not overlap, and writes nothing after them.
/// Errors: as decode_base64_into. Lower-case letters are refused, so that only
/// one text decodes to the same bytes.
template <detail::byte_like Byte>
constexpr decode_result decode_base32_into(Byte* out, text from,
                                           base_options options = {}) noexcept {
  return detail::decode_bytes<detail::base32_form>(out, from, options.padding);
}

// Bytes as a text of 64 characters, and back.
//
// No allocation, no exception, constexpr. Source: RFC 4648, sections 4 and 5.

/// `base64(bytes[, options])` prints the bytes as base64, with padding unless
/// the options say otherwise. `bytes` is a text, a contiguous range of bytes or
/// a digest. Cost: no allocation.
///
///     rill::println(rill::base64(rill::sha256::of("abc")));
///     rill::println(rill::base64(key, {.padding = false}));
template <class T>
constexpr detail::encoded_bytes<detail::base64_form, T> base64(
    T&& bytes, base_options options = {}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// Returns the number of characters for `count` bytes.
constexpr std::size_t base64_size(std::size_t count,
                                  base_options options = {}) noexcept {
  return detail::encoded_size<detail::base64_form>(count, options.padding);
}

/// Writes base64_size(size of the bytes) characters; returns their end.
/// Cost: from 12 bytes on, calls the kernel for this processor.
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

/// Returns the number of bytes that a well-formed text decodes to. For other
/// texts, at least as many as are written before the error.
constexpr std::size_t decoded_base64_size(text from,
                                          base_options options = {}) noexcept {
  return detail::decoded_size<detail::base64_form>(from, options.padding);
}

/// Decodes into memory with room for decoded_base64_size(from) bytes, which the
/// text must not overlap, and writes nothing after them.
/// Errors: a character outside the alphabet, white space too; incomplete
/// padding; any padding if the options exclude it; a 1 in the unused bits of
/// the last character. So only one text decodes to the same bytes.
///
///     char bytes[3];
///     auto const done = rill::decode_base64_into(bytes, "YWJj");
///     if (!done) …                       // done.error, at done.offset
template <detail::byte_like Byte>
constexpr decode_result decode_base64_into(Byte* out, text from,
                                           base_options options = {}) noexcept {
  return detail::decode_bytes<detail::base64_form>(out, from, options.padding);
}

/// As base64, with - and _ instead of + and /, as in URLs, file names and JSON
/// Web Tokens; without padding unless the options say otherwise.
template <class T>
constexpr detail::encoded_bytes<detail::base64url_form, T> base64url(
    T&& bytes, base_options options = {.padding = false}) {
  return {static_cast<T&&>(bytes), options.padding};
}

/// As base64_size, without padding unless the options say otherwise.
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

// Bytes as hexadecimal digits, and back.
//
// No allocation, no exception, constexpr. Source: RFC 4648, section 8. Numbers
// in hexadecimal are rill::hex, tables of bytes rill::hexdump.

/// `hex_bytes(bytes)` prints two lower-case hexadecimal digits for each byte.
/// Accepts the same bytes as base64.
template <class T>
constexpr detail::encoded_bytes<detail::hex_form, T> hex_bytes(T&& bytes) {
  return {static_cast<T&&>(bytes), false};
}

/// Returns the number of digits for `count` bytes.
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

/// Returns the number of bytes for the digits of the text.
constexpr std::size_t decoded_hex_size(text from) noexcept {
  return detail::decoded_size<detail::hex_form>(from, false);
}

/// Decodes into memory with room for decoded_hex_size(from) bytes, which the
/// text must not overlap. Accepts digits of both cases.
/// Errors: any other character, white space too; an odd number of digits.
template <detail::byte_like Byte>
constexpr decode_result decode_hex_into(Byte* out, text from) noexcept {
  return detail::decode_bytes<detail::hex_form>(out, from, false);
}

}  // namespace rill::inline RILL_BUILD

#endif
