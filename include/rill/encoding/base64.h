// rill/encoding/base64.h: bytes as text and back, with errors that name the
// position.
//
// Layer 4. Does not include <string> (120 ms): a program that uses std::string
// includes it. Tests: test/encoding/base64_test.cpp.
#ifndef RILL_ENCODING_BASE64_H
#define RILL_ENCODING_BASE64_H

#include "../hash/base64.h"
#include "../os/error.h"
#include "../os/scan_sentence.h"

#if RILL_HOSTED
#include RILL_STRING_HEADER  // declares std::string
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// The byte, or all the bytes of the UTF-8 character, at an offset.
constexpr text character_at(text from, std::size_t offset) noexcept {
  std::size_t size = offset < from.size;
  while (size != 0 && size != 4 && offset + size != from.size &&
         (static_cast<unsigned char>(from.data[offset + size]) & 0xc0) == 0x80)
    ++size;
  return {from.data + offset, size};
}

// The error for a refused text. Assumes that no line feed precedes the offset.
template <class Form>
[[gnu::cold]] error decode_error(text from, decode_result at) noexcept {
  constexpr std::size_t around = 24;
  std::size_t const first = at.offset < around ? 0 : at.offset - around;
  std::size_t last = at.offset;
  while (last != from.size && last != at.offset + around &&
         from.data[last] != '\n')
    ++last;
  scan_place place;
  place.source = "text";
  place.line = 1;
  place.column = at.offset + 1;
  place.excerpt = {from.data + first, last - first};
  place.caret = at.offset - first;
  place.is_cut_before = first != 0;
  place.is_cut_behind = last != from.size && from.data[last] != '\n';
  place.found = character_at(from, at.offset);
  place.expected = Form::expected;
  auto problem = scan_problem::malformed;
  if (at.error == decode_problem::padding) {
    place.expected = "=";
    place.is_literal = true;
  } else if (at.error == decode_problem::unused_bits) {
    place.expected = "a last character whose unused bits are 0";
  } else if (at.error == decode_problem::left_over) {
    place.expected = "the padding";
    problem = scan_problem::left_over;
  }
  if (at.offset == from.size) problem = scan_problem::cut;
  return error(problem, place);
}

template <class String, class Form>
result<String> decode_string(text from, bool padded) {
  std::size_t const size = decoded_size<Form>(from, padded);
  char block[512];
  String made;
  bool const is_short = size <= sizeof block;
  if (!is_short) made.resize(size);
  decode_result const done =
      decode_bytes<Form>(is_short ? block : made.data(), from, padded);
  if (!done) return decode_error<Form>(from, done);
  if (is_short) made.assign(block, size);
  return made;
}

template <class String, class Form, class Byte>
String encode_string(run<Byte> bytes, bool padded) {
  String made;
  made.resize(encoded_size<Form>(bytes.size, padded));
  encode_bytes<Form>(made.data(), bytes.data, bytes.size, padded);
  return made;
}

}  // namespace detail

#if RILL_HOSTED
/// Encodes bytes as a std::string. Requires <string>. Cost: one allocation.
template <class String = std::string, class Bytes>
[[nodiscard]] String encode_base64(Bytes const& bytes,
                                   base_options options = {}) {
  return detail::encode_string<String, detail::base64_form>(
      detail::bytes_of(bytes), options.padding);
}

/// Decodes a text to bytes, as a std::string. Requires <string>. Errors: a text
/// that decode_base64_into refuses; the error has what was expected, and
/// column() is the offset + 1. Cost: one allocation.
///
///     rill::println(rill::decode_base64("aGVsbG8="));   // hello
template <class String = std::string>
[[nodiscard]] String decode_base64(text from, base_options options = {}) {
  return detail::decode_string<String, detail::base64_form>(from,
                                                            options.padding)
      .value();
}

/// The same as a result<std::string>.
template <class String = std::string>
[[nodiscard]] result<String> try_decode_base64(text from,
                                               base_options options = {}) {
  return detail::decode_string<String, detail::base64_form>(from,
                                                            options.padding);
}

/// As encode_base64, in base64url; without padding, unless an option requests
/// it.
template <class String = std::string, class Bytes>
[[nodiscard]] String encode_base64url(Bytes const& bytes,
                                      base_options options = {
                                          .padding = false}) {
  return detail::encode_string<String, detail::base64url_form>(
      detail::bytes_of(bytes), options.padding);
}
/// As decode_base64, from base64url; without padding, unless an option requests
/// it.
template <class String = std::string>
[[nodiscard]] String decode_base64url(text from, base_options options = {
                                                     .padding = false}) {
  return detail::decode_string<String, detail::base64url_form>(from,
                                                               options.padding)
      .value();
}
/// As try_decode_base64, from base64url; without padding, unless an option
/// requests it.
template <class String = std::string>
[[nodiscard]] result<String> try_decode_base64url(text from,
                                                  base_options options = {
                                                      .padding = false}) {
  return detail::decode_string<String, detail::base64url_form>(from,
                                                               options.padding);
}

/// As encode_base64, in base32.
template <class String = std::string, class Bytes>
[[nodiscard]] String encode_base32(Bytes const& bytes,
                                   base_options options = {}) {
  return detail::encode_string<String, detail::base32_form>(
      detail::bytes_of(bytes), options.padding);
}
/// As decode_base64, from base32.
template <class String = std::string>
[[nodiscard]] String decode_base32(text from, base_options options = {}) {
  return detail::decode_string<String, detail::base32_form>(from,
                                                            options.padding)
      .value();
}
/// As try_decode_base64, from base32.
template <class String = std::string>
[[nodiscard]] result<String> try_decode_base32(text from,
                                               base_options options = {}) {
  return detail::decode_string<String, detail::base32_form>(from,
                                                            options.padding);
}

/// As encode_base64, in hexadecimal digits.
template <class String = std::string, class Bytes>
[[nodiscard]] String encode_hex(Bytes const& bytes) {
  return detail::encode_string<String, detail::hex_form>(
      detail::bytes_of(bytes), false);
}
/// As decode_base64, from hexadecimal digits.
template <class String = std::string>
[[nodiscard]] String decode_hex(text from) {
  return detail::decode_string<String, detail::hex_form>(from, false).value();
}
/// As try_decode_base64, from hexadecimal digits.
template <class String = std::string>
[[nodiscard]] result<String> try_decode_hex(text from) {
  return detail::decode_string<String, detail::hex_form>(from, false);
}
#endif

}  // namespace rill::inline RILL_BUILD

#endif
