// rill/unicode/kernel/x86/wide_avx2.h: between Latin-1, UTF-16 and UTF-32 of
// either byte order with AVX2: sixteen units at a time become wider or
// narrower, as long as each of them is a character of both.
//
// Floor 2. x86-64 with cpu::avx2. Tests: test/unicode/kernel/wide_test.cpp;
// figures: bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_WIDE_AVX2_H
#define RILL_UNICODE_KERNEL_X86_WIDE_AVX2_H

#include "pairs_ssse3.h"
#include "shuffle.h"

#define RILL_WIDE_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#define RILL_WIDE_AVX2_INLINE RILL_WIDE_AVX2 RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail {
namespace wide_avx2 {

typedef char bytes_16 __attribute__((vector_size(16)));
typedef char bytes_32 __attribute__((vector_size(32)));
typedef short signed_8x16 __attribute__((vector_size(16)));
typedef unsigned short units_8x16 __attribute__((vector_size(16)));
typedef unsigned short units_16x16 __attribute__((vector_size(32)));
typedef int signed_4x32 __attribute__((vector_size(16)));
typedef int signed_8x32 __attribute__((vector_size(32)));
typedef unsigned int units_4x32 __attribute__((vector_size(16)));
typedef unsigned int units_8x32 __attribute__((vector_size(32)));
typedef long long quads __attribute__((vector_size(32)));
typedef long long quads_2 __attribute__((vector_size(16)));

template <class Vector>
RILL_WIDE_AVX2_INLINE Vector load(char const* from) noexcept {
  Vector loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <class Vector>
RILL_WIDE_AVX2_INLINE void store(char* to, Vector v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}

template <class Vector>
RILL_WIDE_AVX2_INLINE bool has_bits(Vector v) noexcept {
  if constexpr (sizeof v == 32) {
    auto const bits = reinterpret_cast<quads>(v);
    return !__builtin_ia32_ptestz256(bits, bits);
  } else {
    auto const bits = reinterpret_cast<quads_2>(v);
    return !__builtin_ia32_ptestz128(bits, bits);
  }
}

// Units of Width bytes in the other byte order.
template <std::size_t Width, class Vector>
RILL_WIDE_AVX2_INLINE Vector swap(Vector v) noexcept {
  constexpr bytes_16 twos = {1, 0, 3,  2,  5,  4,  7,  6,
                             9, 8, 11, 10, 13, 12, 15, 14};
  constexpr bytes_16 fours = {3,  2,  1, 0, 7,  6,  5,  4,
                              11, 10, 9, 8, 15, 14, 13, 12};
  constexpr bytes_16 places = Width == 2 ? twos : fours;
  if constexpr (sizeof v == 32)
    return reinterpret_cast<Vector>(
        __builtin_ia32_pshufb256(reinterpret_cast<bytes_32>(v),
                                 joined_halves<bytes_32>(places, places)));
  else
    return reinterpret_cast<Vector>(
        __builtin_ia32_pshufb128(reinterpret_cast<bytes_16>(v), places));
}
template <form Form, class Vector>
RILL_WIDE_AVX2_INLINE Vector ordered(Vector v) noexcept {
  if constexpr (has_swapped_units(Form))
    return swap<unit_width(Form)>(v);
  else
    return v;
}

// Eight or sixteen units become twice or four times as wide.
RILL_WIDE_AVX2_INLINE units_16x16 widen_1_to_2(bytes_16 v) noexcept {
#if defined(__clang__)
  typedef unsigned char ubytes_16 __attribute__((vector_size(16)));
  return __builtin_convertvector(reinterpret_cast<ubytes_16>(v), units_16x16);
#else
  return reinterpret_cast<units_16x16>(__builtin_ia32_pmovzxbw256(v));
#endif
}
RILL_WIDE_AVX2_INLINE units_8x32 widen_2_to_4(units_8x16 v) noexcept {
#if defined(__clang__)
  return __builtin_convertvector(v, units_8x32);
#else
  return reinterpret_cast<units_8x32>(
      __builtin_ia32_pmovzxwd256(reinterpret_cast<signed_8x16>(v)));
#endif
}

// The bits that are set where a unit is no character of a narrower form, or
// half of one.
RILL_WIDE_AVX2_INLINE auto surrogates(auto v) noexcept {
  return (v & 0xF800) == 0xD800;
}
template <form To, class Vector>
RILL_WIDE_AVX2_INLINE bool fits(Vector a, Vector b) noexcept {
  if constexpr (To == form::latin1)
    return !has_bits((a | b) >> 8);
  else
    return !has_bits(reinterpret_cast<Vector>(surrogates(a) | surrogates(b)) |
                     (a | b) >> 16);
}

// Converts sixteen units. False where one of them does not fit.
template <form From, form To>
RILL_WIDE_AVX2_INLINE bool step(char const* in, char* out) noexcept {
  constexpr std::size_t from = unit_width(From), to = unit_width(To);
  if constexpr (from == 1 && to == 2) {
    store(out, ordered<To>(widen_1_to_2(load<bytes_16>(in))));
  } else if constexpr (from == 1 && to == 4) {
    auto const twos = widen_1_to_2(load<bytes_16>(in));
    auto const halves = halves_of<units_8x16>(twos);
    store(out, ordered<To>(widen_2_to_4(halves.low)));
    store(out + 32, ordered<To>(widen_2_to_4(halves.high)));
  } else if constexpr (from == 2 && to == 4) {
    auto const a = ordered<From>(load<units_8x16>(in));
    auto const b = ordered<From>(load<units_8x16>(in + 16));
    if (has_bits(surrogates(a) | surrogates(b))) return false;
    store(out, ordered<To>(widen_2_to_4(a)));
    store(out + 32, ordered<To>(widen_2_to_4(b)));
  } else if constexpr (from == 2 && to == 1) {
    auto const a = ordered<From>(load<units_8x16>(in));
    auto const b = ordered<From>(load<units_8x16>(in + 16));
    if (!fits<To>(a, b)) return false;
    store(out, __builtin_ia32_packuswb128(reinterpret_cast<signed_8x16>(a),
                                          reinterpret_cast<signed_8x16>(b)));
  } else {
    auto const a = ordered<From>(load<units_8x32>(in));
    auto const b = ordered<From>(load<units_8x32>(in + 32));
    if (!fits<To>(a, b)) return false;
    auto const mixed = reinterpret_cast<quads>(__builtin_ia32_packusdw256(
        reinterpret_cast<signed_8x32>(a), reinterpret_cast<signed_8x32>(b)));
    quads const twos = RILL_SHUFFLE(mixed, mixed, 0, 2, 1, 3);
    if constexpr (to == 2) {
      store(out, ordered<To>(reinterpret_cast<units_16x16>(twos)));
    } else {
      auto const halves = halves_of<signed_8x16>(twos);
      store(out, __builtin_ia32_packuswb128(halves.low, halves.high));
    }
  }
  return true;
}

template <form From, form To>
RILL_WIDE_AVX2 kernel_progress blocks(char const* in, char const* in_end,
                                      char* out, char* out_end) noexcept {
  constexpr auto in_step = static_cast<std::ptrdiff_t>(16 * unit_width(From));
  constexpr auto out_step = static_cast<std::ptrdiff_t>(16 * unit_width(To));
  auto steps = smaller((in_end - in) / in_step, (out_end - out) / out_step);
  for (; steps >= 2 && step<From, To>(in, out); steps -= 2) {
    if (!step<From, To>(in + in_step, out + out_step))
      return {in + in_step, out + out_step};
    in += 2 * in_step;
    out += 2 * out_step;
  }
  if (steps == 1 && step<From, To>(in, out))
    return {in + in_step, out + out_step};
  return {in, out};
}

}  // namespace wide_avx2

template <form From, form To>
  requires(changes_width(From, To))
struct conversion_kernel<From, To, cpu::avx2> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return in_blocks<From, To>(wide_avx2::blocks<From, To>,
                               pairs_by_ssse3<From, To>(), in, in_end, out,
                               out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
