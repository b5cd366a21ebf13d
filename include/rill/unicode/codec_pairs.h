// rill/unicode/codec_pairs.h: the pairs of encodings that are converted
// without UTF-8 in between.
//
// Floor 2. Linked by programs that know their encodings by a name at run time
// only: with constants, a pair that is not needed would be carried along.
// Tests: test/unicode/codec_test.cpp.
#ifndef RILL_UNICODE_CODEC_PAIRS_H
#define RILL_UNICODE_CODEC_PAIRS_H

#include "codec.h"

namespace rill::inline RILL_BUILD::detail {

template <class From, class To>
conversion_result pair_step(void*, char const* in, std::size_t size, char* out,
                            std::size_t room, text_policy policy,
                            bool is_last) noexcept {
  return convert<From, To>(in, size, out, room, policy, is_last);
}

using utf16le_bytes = utf16_form<char, byte_order::little>;
using utf16be_bytes = utf16_form<char, byte_order::big>;
using utf32le_bytes = utf32_form<char, byte_order::little>;
using utf32be_bytes = utf32_form<char, byte_order::big>;
using latin1_bytes = latin1_form<char>;

// A codec with a mark converts as the one without.
constexpr bool is_codec(codec const& a, codec const& b) noexcept {
  return &a == &b || a.decode == b.decode;
}

template <class From>
constexpr codec_step pair_to(codec const& to) noexcept {
  if (is_codec(to, utf16le_codec)) return pair_step<From, utf16le_bytes>;
  if (is_codec(to, utf16be_codec)) return pair_step<From, utf16be_bytes>;
  if (is_codec(to, utf32le_codec)) return pair_step<From, utf32le_bytes>;
  if (is_codec(to, utf32be_codec)) return pair_step<From, utf32be_bytes>;
  if (is_codec(to, latin1_codec)) return pair_step<From, latin1_bytes>;
  return nullptr;
}

constexpr codec_step direct_pair(codec const& from, codec const& to) noexcept {
  if (is_codec(from, utf16le_codec)) return pair_to<utf16le_bytes>(to);
  if (is_codec(from, utf16be_codec)) return pair_to<utf16be_bytes>(to);
  if (is_codec(from, utf32le_codec)) return pair_to<utf32le_bytes>(to);
  if (is_codec(from, utf32be_codec)) return pair_to<utf32be_bytes>(to);
  if (is_codec(from, latin1_codec)) return pair_to<latin1_bytes>(to);
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
