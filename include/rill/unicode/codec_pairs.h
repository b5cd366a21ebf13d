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

// A codec with a mark converts as the one without.
template <class Form>
bool converts_as(codec const& which) noexcept {
  return which.decode == decode_step<Form>;
}

template <class From>
codec_step pair_to(codec const& to) noexcept {
  if (converts_as<utf16le_bytes>(to)) return pair_step<From, utf16le_bytes>;
  if (converts_as<utf16be_bytes>(to)) return pair_step<From, utf16be_bytes>;
  if (converts_as<utf32le_bytes>(to)) return pair_step<From, utf32le_bytes>;
  if (converts_as<utf32be_bytes>(to)) return pair_step<From, utf32be_bytes>;
  if (converts_as<latin1_bytes>(to)) return pair_step<From, latin1_bytes>;
  return nullptr;
}

// A template, so that it costs nothing where no encoding is looked up.
template <class = void>
codec_step direct_pair(codec const& from, codec const& to) noexcept {
  if (converts_as<utf16le_bytes>(from)) return pair_to<utf16le_bytes>(to);
  if (converts_as<utf16be_bytes>(from)) return pair_to<utf16be_bytes>(to);
  if (converts_as<utf32le_bytes>(from)) return pair_to<utf32le_bytes>(to);
  if (converts_as<utf32be_bytes>(from)) return pair_to<utf32be_bytes>(to);
  if (converts_as<latin1_bytes>(from)) return pair_to<latin1_bytes>(to);
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
