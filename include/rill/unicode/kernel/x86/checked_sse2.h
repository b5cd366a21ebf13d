// rill/unicode/kernel/x86/checked_sse2.h: how far UTF-16 and UTF-32 of either
// byte order are well-formed, with SSE2; and the same while the bytes of their
// units are swapped.
//
// Floor 2. x86-64. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/validate_test.cpp; figures: bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_CHECKED_SSE2_H
#define RILL_UNICODE_KERNEL_X86_CHECKED_SSE2_H

#include <cstdint>  // std::uint32_t

#include "wide_sse2.h"

namespace rill::inline RILL_BUILD::detail {
namespace wide_sse2 {

// The units that are equal to `what` under `mask`.
template <form Form>
RILL_ALWAYS_INLINE auto units_like(words v, unsigned short mask,
                                   unsigned short what) noexcept {
  if constexpr (has_swapped_units(Form))
    return (v & __builtin_bswap16(mask)) == __builtin_bswap16(what);
  else
    return (v & mask) == what;
}
// A bit for each of the units of four vectors that is like that.
template <form Form>
RILL_ALWAYS_INLINE std::uint32_t bits_like(words const (&v)[4],
                                           unsigned short what) noexcept {
  auto const both = [what](words a, words b) {
    return byte_bits(__builtin_ia32_packsswb128(
        reinterpret_cast<signed_words>(units_like<Form>(a, 0xFC00, what)),
        reinterpret_cast<signed_words>(units_like<Form>(b, 0xFC00, what))));
  };
  return both(v[0], v[1]) | both(v[2], v[3]) << 16;
}

template <form Form, bool Swaps>
RILL_ALWAYS_INLINE kernel_progress check_utf16(char const* in,
                                               char const* in_end,
                                               char* out) noexcept {
  // The bit of a trail that has to be first in the next block.
  std::uint32_t carry = 0;
  for (; in_end - in >= 64; in += 64) {
    words const v[4] = {load<words>(in), load<words>(in + 16),
                        load<words>(in + 32), load<words>(in + 48)};
    if constexpr (Swaps) {
      for (int i = 0; i != 4; ++i)
        store(out + 16 * i, ordered<form::utf16_swapped>(v[i]));
      out += 64;
    }
    auto const is_half = [](words one) {
      return units_like<Form>(one, 0xF800, 0xD800);
    };
    if (RILL_LIKELY(byte_bits(is_half(v[0]) | is_half(v[1]) | is_half(v[2]) |
                              is_half(v[3])) == 0)) {
      if (carry != 0) break;
      continue;
    }
    std::uint32_t const leads = bits_like<Form>(v, 0xD800);
    std::uint32_t const trails = bits_like<Form>(v, 0xDC00);
    if (trails != (leads << 1 | carry)) break;
    carry = leads >> 31;
  }
  return {in - 2 * static_cast<std::ptrdiff_t>(carry), out};
}

// As in checked_avx2.h.
template <form Form>
RILL_ALWAYS_INLINE auto wrong_units(quads v) noexcept {
  quads const moved = (ordered<Form>(v) ^ 0xD800) - 0x80000800;
  return reinterpret_cast<signed_quads>(moved) >
         static_cast<int>(0x10F7FF - 0x80000000);
}

template <form Form, bool Swaps>
RILL_ALWAYS_INLINE kernel_progress check_utf32(char const* in,
                                               char const* in_end,
                                               char* out) noexcept {
  for (; in_end - in >= 32; in += 32) {
    auto const a = load<quads>(in);
    auto const b = load<quads>(in + 16);
    if constexpr (Swaps) {
      store(out, ordered<form::utf32_swapped>(a));
      store(out + 16, ordered<form::utf32_swapped>(b));
      out += 32;
    }
    if (byte_bits(wrong_units<Form>(a) | wrong_units<Form>(b)) != 0) break;
  }
  return {in, out};
}

template <form Form, bool Swaps>
kernel_progress check(char const* in, char const* in_end, char* out) noexcept {
  if constexpr (has_utf16_units(Form))
    return check_utf16<Form, Swaps>(in, in_end, out);
  else
    return check_utf32<Form, Swaps>(in, in_end, out);
}

}  // namespace wide_sse2

template <form Form>
  requires(has_wide_units(Form))
struct validation_kernel<Form, cpu::ssse3> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return wide_sse2::check<Form, false>(in, in_end, nullptr).in;
  }
};

template <form From, form To>
  requires(changes_order(From, To))
struct conversion_kernel<From, To, cpu::ssse3> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    auto const size = smaller(in_end - in, out_end - out);
    char const* const end = wide_sse2::check<From, true>(in, in + size, out).in;
    return {end, out + (end - in)};
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
