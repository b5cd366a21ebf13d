// rill/unicode/kernel/arm/validate_utf8_neon.h: well-formed UTF-8.
//
// Floor 2. 64-bit ARM. 16 bytes at a time by the pairs of utf8_pairs.h, 64 at
// a time where they are ASCII. Tests: test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_ARM_VALIDATE_UTF8_NEON_H
#define RILL_UNICODE_KERNEL_ARM_VALIDATE_UTF8_NEON_H

#include "../utf8_pairs.h"
#include "vectors.h"

namespace rill::inline RILL_BUILD::detail {
namespace neon {

// The end of the whole characters before `at`, where everything before it but
// perhaps the last character is well-formed.
RILL_ALWAYS_INLINE char const* last_whole(char const* first,
                                          char const* at) noexcept {
  for (int back = 1; back <= 3 && at - first >= back; ++back) {
    auto const byte = static_cast<unsigned char>(at[-back]);
    if (byte < 0x80) return at;
    if (byte < 0xC0) continue;
    int const size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size > back ? at - back : at;
  }
  return at;
}

// Zero where the 16 bytes at `in`, three of which are before it, are right.
RILL_ALWAYS_INLINE bytes_16 wrong_pairs(char const* in) noexcept {
  using tables = utf8_pair_tables<>;
  auto const table = [](tables::table const& from) {
    return load<bytes_16>(reinterpret_cast<char const*>(from.entry));
  };
  bytes_16 const now = load<bytes_16>(in);
  bytes_16 const before = load<bytes_16>(in - 1);
  bytes_16 const ways = look_up(table(tables::first_upper), before >> 4) &
                        look_up(table(tables::first_lower), before & 15) &
                        look_up(table(tables::second_upper), now >> 4);
  // A lead of three bytes two before, or of four three before, asks for two
  // continuations; nothing else may have them.
  auto const asked = reinterpret_cast<bytes_16>(
      (load<bytes_16>(in - 2) > 0xDF) | (load<bytes_16>(in - 3) > 0xEF));
  return ways ^ (asked & tables::two_continuations);
}

}  // namespace neon

template <>
struct validation_kernel<form::utf8, cpu::neon> {
  static char const* run(char const* in, char const* in_end) noexcept {
    using namespace neon;
    if (in_end - in < 16) return in;
    // wrong_pairs looks three bytes back: at first, at ASCII.
    char first[3 + 16] = {};
    __builtin_memcpy(first + 3, in, 16);
    if (!is_zero(wrong_pairs(first + 3))) return in;
    char const* at = in + 16;
    while (in_end - at >= 16) {
      if (in_end - at >= 64 && is_ascii(at - 1, at + 64)) {
        at += 64;
        continue;
      }
      if (!is_zero(wrong_pairs(at))) break;
      at += 16;
    }
    return last_whole(in, at);
  }

 private:
  // 65 bytes: the first is the last one of what was before.
  static bool is_ascii(char const* first, char const* last) noexcept {
    using namespace neon;
    bytes_16 const all = load<bytes_16>(last - 64) | load<bytes_16>(last - 48) |
                         load<bytes_16>(last - 32) | load<bytes_16>(last - 16);
    return static_cast<unsigned char>(*first) < 0x80 && is_zero(all >> 7);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
