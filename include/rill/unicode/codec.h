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

// What is known of an encoding's bytes without a conversion.
enum class codec_kind : unsigned char {
  other,
  ascii,  // bytes below 80 alone
  utf8,
};

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
  codec_kind kind = codec_kind::other;
  // For codecs with a state; null for the others. open() returns null when
  // there is no such encoding.
  void* (*open)(char const* name, bool decodes) noexcept = nullptr;
  void (*close)(void* state) noexcept = nullptr;
};

using utf8_bytes = utf8_form_of<char>;

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

// The name and the unit of a form. Kept apart from the codec, which draws in
// the conversions and their kernels: a program pays for those it names.
template <class Form>
struct codec_facts;

template <class Form>
constexpr codec codec_with_facts() noexcept {
  using facts = codec_facts<Form>;
  codec made = codec_over<Form>(facts::name, facts::unit);
  if constexpr (requires { facts::kind; }) made.kind = facts::kind;
  return made;
}
template <class Form>
inline constexpr codec codec_of = codec_with_facts<Form>();

// The same, in a template that depends on Any: clang draws a codec in where a
// template names it, also when nobody uses that.
template <class Any, class Form>
inline constexpr codec const& codec_for = codec_of<Form>;

using utf16le_bytes = utf16_form<char, byte_order::little>;
using utf16be_bytes = utf16_form<char, byte_order::big>;
using utf32le_bytes = utf32_form<char, byte_order::little>;
using utf32be_bytes = utf32_form<char, byte_order::big>;
using latin1_bytes = latin1_form<char>;
using us_ascii_bytes = ascii_form<char>;

template <>
struct codec_facts<utf8_bytes> {
  static constexpr char const* name = "UTF-8";
  static constexpr unsigned char unit = 1;
  static constexpr codec_kind kind = codec_kind::utf8;
};
template <>
struct codec_facts<utf16le_bytes> {
  static constexpr char const* name = "UTF-16LE";
  static constexpr unsigned char unit = 2;
};
template <>
struct codec_facts<utf16be_bytes> {
  static constexpr char const* name = "UTF-16BE";
  static constexpr unsigned char unit = 2;
};
template <>
struct codec_facts<utf32le_bytes> {
  static constexpr char const* name = "UTF-32LE";
  static constexpr unsigned char unit = 4;
};
template <>
struct codec_facts<utf32be_bytes> {
  static constexpr char const* name = "UTF-32BE";
  static constexpr unsigned char unit = 4;
};
template <>
struct codec_facts<latin1_bytes> {
  static constexpr char const* name = "ISO-8859-1";
  static constexpr unsigned char unit = 1;
};
template <>
struct codec_facts<us_ascii_bytes> {
  static constexpr char const* name = "US-ASCII";
  static constexpr unsigned char unit = 1;
  static constexpr codec_kind kind = codec_kind::ascii;
};

// Without a mark, UTF-16 and UTF-32 are little-endian, as nearly all files
// are and as WHATWG's encoding standard says.
template <class Little, class Big>
struct with_mark;
using utf16_with_mark = with_mark<utf16le_bytes, utf16be_bytes>;
using utf32_with_mark = with_mark<utf32le_bytes, utf32be_bytes>;
template <>
struct codec_facts<utf16_with_mark> {
  static constexpr char const* name = "UTF-16";
};
template <>
struct codec_facts<utf32_with_mark> {
  static constexpr char const* name = "UTF-32";
};

template <class Little, class Big>
constexpr codec marked_codec() noexcept {
  codec made = codec_with_facts<Little>();
  made.name = codec_facts<with_mark<Little, Big>>::name;
  made.swapped = &codec_of<Big>;
  return made;
}
template <class Little, class Big>
inline constexpr codec codec_of<with_mark<Little, Big>> =
    marked_codec<Little, Big>();

}  // namespace rill::inline RILL_BUILD::detail

#endif
