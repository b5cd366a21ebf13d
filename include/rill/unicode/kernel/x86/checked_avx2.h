// rill/unicode/kernel/x86/checked_avx2.h: how far UTF-16 and UTF-32 of either
// byte order are well-formed, with AVX2; and the same while the bytes of their
// units are swapped.
//
// Floor 2. x86-64 with cpu::avx2. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/validate_test.cpp; figures: bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_CHECKED_AVX2_H
#define RILL_UNICODE_KERNEL_X86_CHECKED_AVX2_H

#include <cstdint>  // std::uint64_t

#include "wide_avx2.h"

namespace rill::inline RILL_BUILD::detail {
namespace wide_avx2 {

// A bit for each byte of the units that are equal to `what` under `mask`.
template <form Form>
RILL_WIDE_AVX2_INLINE auto units_like(units_16x16 v, unsigned short mask,
                                      unsigned short what) noexcept {
  if constexpr (has_swapped_units(Form))
    return (v & __builtin_bswap16(mask)) == __builtin_bswap16(what);
  else
    return (v & mask) == what;
}
RILL_WIDE_AVX2_INLINE std::uint64_t byte_bits(auto v) noexcept {
  return static_cast<std::uint32_t>(
      __builtin_ia32_pmovmskb256(reinterpret_cast<bytes_32>(v)));
}
template <form Form>
RILL_WIDE_AVX2_INLINE std::uint64_t bits_like(units_16x16 a, units_16x16 b,
                                              unsigned short what) noexcept {
  return byte_bits(units_like<Form>(a, 0xFC00, what)) |
         byte_bits(units_like<Form>(b, 0xFC00, what)) << 32;
}

template <form Form, bool Swaps>
RILL_WIDE_AVX2_INLINE kernel_progress check_utf16(char const* in,
                                                  char const* in_end,
                                                  char* out) noexcept {
  // The bits of a trail that has to be first in the next block.
  std::uint64_t carry = 0;
  for (; in_end - in >= 64; in += 64) {
    auto const a = load<units_16x16>(in);
    auto const b = load<units_16x16>(in + 32);
    if constexpr (Swaps) {
      store(out, swap<2>(a));
      store(out + 32, swap<2>(b));
      out += 64;
    }
    if (RILL_LIKELY(!has_bits(units_like<Form>(a, 0xF800, 0xD800) |
                              units_like<Form>(b, 0xF800, 0xD800)))) {
      if (carry != 0) break;
      continue;
    }
    std::uint64_t const leads = bits_like<Form>(a, b, 0xD800);
    std::uint64_t const trails = bits_like<Form>(a, b, 0xDC00);
    if (trails != (leads << 2 | carry)) break;
    carry = leads >> 62;
  }
  std::ptrdiff_t const back = carry != 0 ? 2 : 0;
  return {in - back, out};
}

// 0 where a unit is a scalar value: with D800..DFFF moved to the very top,
// by way of 0, those are the numbers below 10F800.
template <form Form>
RILL_WIDE_AVX2_INLINE signed_8x32 wrong_units(units_8x32 v) noexcept {
  units_8x32 const moved = (ordered<Form>(v) ^ 0xD800) - 0x80000800;
  return reinterpret_cast<signed_8x32>(moved) >
         static_cast<int>(0x10F7FF - 0x80000000);
}

template <form Form, bool Swaps>
RILL_WIDE_AVX2_INLINE kernel_progress check_utf32(char const* in,
                                                  char const* in_end,
                                                  char* out) noexcept {
  for (; in_end - in >= 64; in += 64) {
    auto const a = load<units_8x32>(in);
    auto const b = load<units_8x32>(in + 32);
    if constexpr (Swaps) {
      store(out, swap<4>(a));
      store(out + 32, swap<4>(b));
      out += 64;
    }
    if (has_bits(wrong_units<Form>(a) | wrong_units<Form>(b))) break;
  }
  return {in, out};
}

template <form Form, bool Swaps>
RILL_WIDE_AVX2 kernel_progress check(char const* in, char const* in_end,
                                     char* out) noexcept {
  if constexpr (has_utf16_units(Form))
    return check_utf16<Form, Swaps>(in, in_end, out);
  else
    return check_utf32<Form, Swaps>(in, in_end, out);
}

}  // namespace wide_avx2

template <form Form>
  requires(has_wide_units(Form))
struct validation_kernel<Form, cpu::avx2> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return wide_avx2::check<Form, false>(in, in_end, nullptr).in;
  }
};

template <form From, form To>
  requires(changes_order(From, To))
struct conversion_kernel<From, To, cpu::avx2> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    auto const size = smaller(in_end - in, out_end - out);
    char const* const end = wide_avx2::check<From, true>(in, in + size, out).in;
    return {end, out + (end - in)};
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
