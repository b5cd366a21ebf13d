// rill/unicode/wide_units.h: converts UTF-8 to wider units, mainly wchar_t.
//
// Layer 2. Pure, no allocation. Tests: test/stream/c_wide_test.cpp,
// test/interop/wide_stream_test.cpp.
#ifndef RILL_UNICODE_WIDE_UNITS_H
#define RILL_UNICODE_WIDE_UNITS_H

#include <cstdint>  // std::uint64_t

#include "utf8.h"

namespace rill::inline RILL_BUILD::detail {

template <class Unit>
constexpr Unit* write_wide(Unit* out, char32_t c) noexcept {
  if constexpr (sizeof(Unit) == 1) {
    return put_utf8(out, scalar_or_replacement(c));
  } else if constexpr (sizeof(Unit) == 2) {
    if (c >= 0x10000) {
      *out++ = static_cast<Unit>(lead_surrogate(c));
      c = trail_surrogate(c);
    }
  }
  *out++ = static_cast<Unit>(c);
  return out;
}

// Goes over ASCII, eight bytes at a time, and calls take(from, count) for it.
template <class Take>
char const* pass_ascii(char const* at, char const* last, Take take) noexcept {
  for (; last - at >= 8; at += 8) {
    std::uint64_t eight;
    __builtin_memcpy(&eight, at, 8);
    if ((eight & 0x8080808080808080u) != 0) break;
    take(at, 8);
  }
  for (; at != last && static_cast<unsigned char>(*at) < 0x80; ++at)
    take(at, 1);
  return at;
}

// Decodes [at, last) and returns the end of the output: at most one unit for
// each byte, or three if Unit is a byte. Stops before a sequence that is cut at
// `last`, unless `is_all` says that no more bytes follow.
template <class Unit>
Unit* widen_utf8(Unit* out, char const*& at, char const* last,
                 bool is_all) noexcept {
  for (;;) {
    at = pass_ascii(at, last, [&](char const* from, int count) {
      for (int i = 0; i != count; ++i) *out++ = static_cast<Unit>(from[i]);
    });
    if (at == last) break;
    decoded_utf8 const one = decode_utf8(at, last);
    if (one.form == utf8_form::cut && !is_all) break;
    out = write_wide(out, one.code_point);
    at = one.end;
  }
  return out;
}

// The number of units that widen_utf8 writes with is_all.
template <class Unit>
std::size_t widened_size(char const* at, char const* last) noexcept {
  std::size_t size = 0;
  for (;;) {
    at = pass_ascii(at, last, [&](char const*, int count) {
      size += static_cast<std::size_t>(count);
    });
    if (at == last) return size;
    decoded_utf8 const one = decode_utf8(at, last);
    Unit units[utf8_size];
    size += static_cast<std::size_t>(write_wide(units, one.code_point) - units);
    at = one.end;
  }
}

// The number of wchar_t units that a run of UTF-8 was converted from. Four
// bytes come from a surrogate pair if wchar_t has 16 bits.
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
