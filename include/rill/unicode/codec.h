// rill/unicode/codec.h: an encoding as two functions, to UTF-8 and from it.
//
// Floor 2. Allocates nothing, throws nothing. Text is UTF-8 inside
// (docs/decisions/0002-utf8-inside.md): whoever writes or reads another
// encoding knows it by its codec. Tests: test/unicode/codec_test.cpp.
#ifndef RILL_UNICODE_CODEC_H
#define RILL_UNICODE_CODEC_H

#include "ascii_form.h"
#include "convert.h"

namespace rill::inline RILL_BUILD::detail {

// One step of a conversion: as convert (unicode/convert.h), with the state of
// codecs that have one. read and written are bytes. With is_last, a codec
// with a state also writes what brings it back to its beginning.
using codec_step = conversion_result (*)(void* state, char const* in,
                                         std::size_t size, char* out,
                                         std::size_t room, text_policy policy,
                                         bool is_last) noexcept;

struct codec {
  char const* name;          // as iconv calls it: "UTF-16LE"
  codec_step decode;         // to UTF-8
  codec_step encode;         // from UTF-8
  unsigned char unit;        // bytes
  unsigned char most_bytes;  // of one character
  // Of an encoding whose text begins with a byte-order mark: the codec for
  // the other order. What is written gets a mark; what is read without one is
  // in this order.
  codec const* swapped = nullptr;
  // For codecs with a state; null for the others. open() returns null when
  // there is no such encoding.
  void* (*open)(char const* name, bool decodes) noexcept = nullptr;
  void (*close)(void* state) noexcept = nullptr;
};

using utf8_bytes = utf8_form<char>;

template <class Form>
conversion_result decode_step(void*, char const* in, std::size_t size,
                              char* out, std::size_t room, text_policy policy,
                              bool is_last) noexcept {
  return convert<Form, utf8_bytes>(in, size, out, room, policy, is_last);
}
template <class Form>
conversion_result encode_step(void*, char const* in, std::size_t size,
                              char* out, std::size_t room, text_policy policy,
                              bool is_last) noexcept {
  return convert<utf8_bytes, Form>(in, size, out, room, policy, is_last);
}

// A codec over a form of bytes. `unit` is the bytes that every character has
// a multiple of.
template <class Form>
constexpr codec codec_over(char const* name, unsigned char unit) noexcept {
  return {name, decode_step<Form>, encode_step<Form>, unit,
          static_cast<unsigned char>(Form::most_units)};
}

inline constexpr codec utf8_codec = codec_over<utf8_bytes>("UTF-8", 1);
inline constexpr codec utf16le_codec =
    codec_over<utf16_form<char, byte_order::little>>("UTF-16LE", 2);
inline constexpr codec utf16be_codec =
    codec_over<utf16_form<char, byte_order::big>>("UTF-16BE", 2);
inline constexpr codec utf32le_codec =
    codec_over<utf32_form<char, byte_order::little>>("UTF-32LE", 4);
inline constexpr codec utf32be_codec =
    codec_over<utf32_form<char, byte_order::big>>("UTF-32BE", 4);
inline constexpr codec latin1_codec =
    codec_over<latin1_form<char>>("ISO-8859-1", 1);
inline constexpr codec ascii_codec =
    codec_over<ascii_form<char>>("US-ASCII", 1);

// Without a mark, UTF-16 and UTF-32 are little-endian, as nearly all files
// are and as WHATWG's encoding standard says.
constexpr codec with_mark(char const* name, codec little,
                          codec const& big) noexcept {
  little.name = name;
  little.swapped = &big;
  return little;
}
inline constexpr codec utf16_codec =
    with_mark("UTF-16", utf16le_codec, utf16be_codec);
inline constexpr codec utf32_codec =
    with_mark("UTF-32", utf32le_codec, utf32be_codec);

}  // namespace rill::inline RILL_BUILD::detail

#endif
