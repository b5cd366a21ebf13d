// rill/unicode/wide_units.h: UTF-8 to wchar_t and the other way round.
//
// Floor 2. Pure, no allocation. Tests: test/stream/c_wide_test.cpp,
// test/interop/wide_stream_test.cpp.
#ifndef RILL_UNICODE_WIDE_UNITS_H
#define RILL_UNICODE_WIDE_UNITS_H

#include <cstdint>  // std::uint64_t

#include "decode.h"

namespace rill::inline RILL_BUILD::detail {

inline wchar_t* write_wide(wchar_t* out, char32_t c) noexcept {
  if constexpr (sizeof(wchar_t) == 2) {
    if (c >= 0x10000) {
      *out++ = static_cast<wchar_t>(0xD800 + ((c - 0x10000) >> 10));
      c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
  }
  *out++ = static_cast<wchar_t>(c);
  return out;
}

// Decodes [at, last) and returns the end of what was written: at most one
// wchar_t for each byte. Stops before a sequence that is cut at `last`, unless
// that is the end of all.
inline wchar_t* widen_utf8(wchar_t* out, char const*& at, char const* last,
                           bool is_all) noexcept {
  while (at != last) {
    // Eight bytes of ASCII at a time.
    for (; last - at >= 8; at += 8, out += 8) {
      std::uint64_t eight;
      __builtin_memcpy(&eight, at, 8);
      if ((eight & 0x8080808080808080u) != 0) break;
      for (int i = 0; i != 8; ++i) out[i] = static_cast<wchar_t>(at[i]);
    }
    for (; at != last && static_cast<unsigned char>(*at) < 0x80; ++at)
      *out++ = static_cast<wchar_t>(*at);
    if (at == last) break;
    decoded_utf8 const one = decode_utf8(at, last);
    if (one.form == rill::utf8_form::cut && !is_all) break;
    out = write_wide(out, one.code_point);
    at = one.end;
  }
  return out;
}

// How many wchar_t's a run of UTF-8 was made of: four bytes are a pair of
// surrogates where wchar_t has 16 bits.
inline std::size_t count_wide(char const* first, char const* last) noexcept {
  std::size_t count = 0;
  for (; first != last; ++first) {
    auto const byte = static_cast<unsigned char>(*first);
    count += (byte & 0xC0) != 0x80;
    if constexpr (sizeof(wchar_t) == 2) count += byte >= 0xF0;
  }
  return count;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
