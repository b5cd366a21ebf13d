// rill/unicode/kernel/arm/from_utf8_neon.h: UTF-8 to UTF-16 and UTF-32.
//
// Floor 2. 64-bit ARM. Text comes in runs of characters of equal length. Each
// step looks at the first byte, treats all that it has loaded as characters
// of that length, writes them all, and goes on behind those that really were
// (and were well-formed). Instructions for a byte of UTF-8 into UTF-16, g++ 12
// -O2, where the plain twin takes the second number: Latin 1.4 (3.9), Russian
// 5.5 (18), Chinese 4.5 (15), emoji 3.9 (15); not timed. Tests:
// test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_ARM_FROM_UTF8_NEON_H
#define RILL_UNICODE_KERNEL_ARM_FROM_UTF8_NEON_H

#include "vectors.h"

namespace rill::inline RILL_BUILD::detail {
namespace neon {

// Characters on their way into UTF-16 or UTF-32 of either byte order.
template <form To>
struct wide_store {
  static constexpr bool is_16 = To == form::utf16 || To == form::utf16_swapped;
  static constexpr bool is_swapped =
      To == form::utf16_swapped || To == form::utf32_swapped;
  static constexpr std::ptrdiff_t unit = is_16 ? 2 : 4;

  template <class Vector>
  RILL_ALWAYS_INLINE static char* put(char* out, Vector made) noexcept {
    return store(out, is_swapped ? swapped(made) : made);
  }
  // Eight characters below 10000.
  RILL_ALWAYS_INLINE static void eight(char* out, units_8 made) noexcept {
    if constexpr (is_16) {
      put(out, made);
    } else {
      auto const wide =
          halves_of<scalars_4>(__builtin_convertvector(made, scalars_8));
      put(put(out, wide.low), wide.high);
    }
  }
  // Four characters below 10000.
  RILL_ALWAYS_INLINE static void four(char* out, scalars_4 made) noexcept {
    if constexpr (is_16) {
      units_4 const narrow = __builtin_convertvector(made, units_4);
      store(out, is_swapped ? narrow << 8 | narrow >> 8 : narrow);
    } else {
      put(out, made);
    }
  }
  // Four characters of two units of UTF-16 each.
  RILL_ALWAYS_INLINE static void four_pairs(char* out,
                                            scalars_4 made) noexcept {
    if constexpr (is_16) {
      scalars_4 const offset = made - 0x10000;
      scalars_4 const pairs =
          (offset >> 10 | (offset & 0x3FF) << 16) + 0xDC00D800;
      put(out, reinterpret_cast<units_8>(pairs));
    } else {
      put(out, made);
    }
  }
};

// Each of these writes all characters that the 16 bytes would be if they were
// of one length, and returns how many really are.
template <class Store>
RILL_ALWAYS_INLINE int put_ascii(char* out, bytes_16 next) noexcept {
  auto const wide = halves_of<units_8>(__builtin_convertvector(next, units_16));
  Store::eight(out, wide.low);
  Store::eight(out + 8 * Store::unit, wide.high);
  return leading_lanes(reinterpret_cast<bytes_16>(next < 0x80));
}

template <class Store>
RILL_ALWAYS_INLINE int put_twos(char* out, bytes_16 next) noexcept {
  units_8 const lanes = reinterpret_cast<units_8>(next);
  Store::eight(out, (lanes & 0x1F) << 6 | (lanes >> 8 & 0x3F));
  // C0 and C1 begin overlong forms: a lead has one of the bits above the last.
  return leading_lanes(reinterpret_cast<units_8>(((lanes & 0xC0E0) == 0x80C0) &
                                                 ((lanes & 0x1E) != 0)));
}

template <class Store>
RILL_ALWAYS_INLINE int put_threes(char* out, bytes_16 next) noexcept {
  constexpr bytes_16 places = {0, 1, 2, 255, 3, 4,  5,  255,
                               6, 7, 8, 255, 9, 10, 11, 255};
  auto const lanes = reinterpret_cast<scalars_4>(look_up(next, places));
  scalars_4 const made =
      (lanes & 0xF) << 12 | (lanes >> 2 & 0xFC0) | (lanes >> 16 & 0x3F);
  Store::four(out, made);
  // Below 800 they are overlong, from D800 to DFFF surrogates.
  return leading_lanes(reinterpret_cast<scalars_4>(
      ((lanes & 0xC0C0F0) == 0x8080E0) & (made > 0x7FF) &
      ((made & 0xF800) != 0xD800)));
}

template <class Store>
RILL_ALWAYS_INLINE int put_fours(char* out, bytes_16 next) noexcept {
  auto const lanes = reinterpret_cast<scalars_4>(next);
  scalars_4 const made = (lanes & 7) << 18 | (lanes << 4 & 0x3F000) |
                         (lanes >> 10 & 0xFC0) | (lanes >> 24 & 0x3F);
  Store::four_pairs(out, made);
  return leading_lanes(
      reinterpret_cast<scalars_4>(((lanes & 0xC0C0C0F8) == 0x808080F0) &
                                  (made > 0xFFFF) & (made < 0x110000)));
}

template <form To>
struct from_utf8 {
  using target = wide_store<To>;

  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    constexpr std::ptrdiff_t unit = target::unit;
    while (in_end - in >= 16 && out_end - out >= 16 * unit) {
      bytes_16 const next = load<bytes_16>(in);
      auto const lead = static_cast<unsigned char>(*in);
      int count = 0;
      if (lead < 0x80) {
        count = put_ascii<target>(out, next);
        in += count;
      } else if (lead < 0xE0) {
        count = put_twos<target>(out, next);
        in += 2 * count;
      } else if (lead < 0xF0) {
        count = put_threes<target>(out, next);
        in += 3 * count;
      } else {
        count = put_fours<target>(out, next);
        in += 4 * count;
        if constexpr (target::is_16) count *= 2;
      }
      if (count == 0) break;
      out += count * unit;
    }
    return {in, out};
  }
};

}  // namespace neon

template <>
struct conversion_kernel<form::utf8, form::utf16, cpu::neon>
    : neon::from_utf8<form::utf16> {};
template <>
struct conversion_kernel<form::utf8, form::utf16_swapped, cpu::neon>
    : neon::from_utf8<form::utf16_swapped> {};
template <>
struct conversion_kernel<form::utf8, form::utf32, cpu::neon>
    : neon::from_utf8<form::utf32> {};
template <>
struct conversion_kernel<form::utf8, form::utf32_swapped, cpu::neon>
    : neon::from_utf8<form::utf32_swapped> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
