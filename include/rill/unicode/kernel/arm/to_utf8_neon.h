// rill/unicode/kernel/arm/to_utf8_neon.h: UTF-16 and UTF-32 to UTF-8.
//
// Floor 2. 64-bit ARM. As from_utf8_neon.h: a step writes what it has loaded
// as if all characters took as many bytes as the first, and goes on behind
// those that do. Instructions for a byte of UTF-8 out of UTF-16, g++ 12 -O2,
// where the plain twin takes the second number: Latin 1.9 (2.2), Russian 6.0
// (17), Chinese 3.5 (12), emoji 3.7 (12); not timed. Tests:
// test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_ARM_TO_UTF8_NEON_H
#define RILL_UNICODE_KERNEL_ARM_TO_UTF8_NEON_H

#include "vectors.h"

namespace rill::inline RILL_BUILD::detail {
namespace neon {

// Each of these writes all of its characters in one length, and returns how
// many really have it.
RILL_ALWAYS_INLINE int put_ones(char* out, units_8 next) noexcept {
  store(out, __builtin_convertvector(next, bytes_8));
  return leading_lanes(reinterpret_cast<units_8>(next < 0x80));
}

RILL_ALWAYS_INLINE int put_pairs_of_bytes(char* out, units_8 next) noexcept {
  store(out, units_8(next >> 6 | (next & 0x3F) << 8 | 0x80C0));
  return leading_lanes(
      reinterpret_cast<units_8>((next > 0x7F) & (next < 0x800)));
}

RILL_ALWAYS_INLINE int put_triples(char* out, scalars_4 next) noexcept {
  constexpr bytes_16 places = {0,  1,  2,  4,  5,   6,   8,   9,
                               10, 12, 13, 14, 255, 255, 255, 255};
  scalars_4 const made =
      next >> 12 | (next << 2 & 0x3F00) | (next & 0x3F) << 16 | 0x8080E0;
  store(out, look_up(reinterpret_cast<bytes_16>(made), places));
  return leading_lanes(reinterpret_cast<scalars_4>(
      (next > 0x7FF) & (next < 0x10000) & ((next & 0xF800) != 0xD800)));
}

RILL_ALWAYS_INLINE int put_quadruples(char* out, scalars_4 next) noexcept {
  store(out,
        scalars_4(next >> 18 | (next >> 4 & 0x3F00) | (next << 10 & 0x3F0000) |
                  (next & 0x3F) << 24 | 0x808080F0));
  return leading_lanes(
      reinterpret_cast<scalars_4>((next > 0xFFFF) & (next < 0x110000)));
}

// Four pairs of surrogates as the characters that they stand for; what is no
// pair becomes 0.
RILL_ALWAYS_INLINE scalars_4 join_pairs(scalars_4 pairs) noexcept {
  auto const held =
      reinterpret_cast<scalars_4>((pairs & 0xFC00FC00) == 0xDC00D800);
  return (((pairs & 0x3FF) << 10 | (pairs >> 16 & 0x3FF)) + 0x10000) & held;
}

template <bool IsSwapped>
struct utf16_to_utf8 {
  RILL_ALWAYS_INLINE static units_8 load_units(char const* in) noexcept {
    units_8 const next = load<units_8>(in);
    return IsSwapped ? swapped(next) : next;
  }
  // Sixteen units, the lower of them ASCII. Returns whether the others are.
  RILL_ALWAYS_INLINE static bool put_sixteen(char* out, units_8 low,
                                             units_8 high) noexcept {
    store(store(out, __builtin_convertvector(low, bytes_8)),
          __builtin_convertvector(high, bytes_8));
    return is_zero(high >> 7);
  }
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    while (in_end - in >= 16 && out_end - out >= 16) {
      units_8 const next = load_units(in);
      unsigned const lead = next[0];
      int count = 0;
      if (lead < 0x80) {
        if (is_zero(next >> 7) && in_end - in >= 32 &&
            put_sixteen(out, next, load_units(in + 16))) {
          in += 32;
          out += 16;
          continue;
        }
        count = put_ones(out, next);
        out += count;
      } else if (lead < 0x800) {
        count = put_pairs_of_bytes(out, next);
        out += 2 * count;
      } else if ((lead & 0xF800) != 0xD800) {
        auto const wide =
            halves_of<scalars_4>(__builtin_convertvector(next, scalars_8));
        count = put_triples(out, wide.low);
        out += 3 * count;
      } else {
        count =
            put_quadruples(out, join_pairs(reinterpret_cast<scalars_4>(next)));
        out += 4 * count;
        count *= 2;
      }
      if (count == 0) break;
      in += 2 * count;
    }
    return {in, out};
  }
};

template <bool IsSwapped>
struct utf32_to_utf8 {
  // All bits, where there are more than 16.
  RILL_ALWAYS_INLINE static scalars_4 cut_off(scalars_4 made) noexcept {
    return made | reinterpret_cast<scalars_4>(made > 0xFFFF);
  }
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    while (in_end - in >= 32 && out_end - out >= 16) {
      scalars_4 low = load<scalars_4>(in);
      scalars_4 high = load<scalars_4>(in + 16);
      if constexpr (IsSwapped) low = swapped(low), high = swapped(high);
      std::uint32_t const lead = low[0];
      int count = 0;
      if (lead < 0x800) {
        // What is above FFFF must not come out as something small.
        units_8 const next = narrowed(cut_off(low), cut_off(high));
        count =
            lead < 0x80 ? put_ones(out, next) : put_pairs_of_bytes(out, next);
        out += lead < 0x80 ? count : 2 * count;
      } else if (lead < 0x10000) {
        count = put_triples(out, low);
        out += 3 * count;
      } else {
        count = put_quadruples(out, low);
        out += 4 * count;
      }
      if (count == 0) break;
      in += 4 * count;
    }
    return {in, out};
  }
};

}  // namespace neon

template <>
struct conversion_kernel<form::utf16, form::utf8, cpu::neon>
    : neon::utf16_to_utf8<false> {};
template <>
struct conversion_kernel<form::utf16_swapped, form::utf8, cpu::neon>
    : neon::utf16_to_utf8<true> {};
template <>
struct conversion_kernel<form::utf32, form::utf8, cpu::neon>
    : neon::utf32_to_utf8<false> {};
template <>
struct conversion_kernel<form::utf32_swapped, form::utf8, cpu::neon>
    : neon::utf32_to_utf8<true> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
