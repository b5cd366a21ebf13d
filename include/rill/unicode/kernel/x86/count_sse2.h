// rill/unicode/kernel/x86/count_sse2.h: the size that a well-formed text has
// in another form, with SSE2.
//
// Floor 2. x86-64. Tests: test/unicode/kernel/count_test.cpp;
// figures: bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_COUNT_SSE2_H
#define RILL_UNICODE_KERNEL_X86_COUNT_SSE2_H

#include "../weight.h"
#include "wide_sse2.h"

namespace rill::inline RILL_BUILD::detail {
namespace wide_sse2 {

typedef signed char signed_bytes __attribute__((vector_size(16)));
typedef unsigned char unsigned_bytes __attribute__((vector_size(16)));

// Each comparison that holds is -1. For a byte their sum is its weight less
// `rest`, negative; for a wider unit its weight less `rest`.
template <form From, form To>
struct weights;
template <form To>
  requires(To == form::utf16 || To == form::utf32)
struct weights<form::utf8, To> {
  static constexpr std::size_t rest = 0;
  RILL_ALWAYS_INLINE static auto of(signed_bytes v) noexcept {
    auto const begins = v > static_cast<signed char>(0xBF);
    if constexpr (To == form::utf16)
      return begins + ((v & static_cast<signed char>(0xF0)) ==
                       static_cast<signed char>(0xF0));
    else
      return begins;
  }
};
template <>
struct weights<form::latin1, form::utf8> {
  static constexpr std::size_t rest = 1;
  RILL_ALWAYS_INLINE static auto of(signed_bytes v) noexcept { return v < 0; }
};
template <form From>
  requires(has_utf16_units(From))
struct weights<From, form::utf8> {
  static constexpr std::size_t rest = 3;
  RILL_ALWAYS_INLINE static auto of(words v) noexcept {
    words const top = v & 0xF800;
    return ((v & 0xFF80) == 0) + (top == 0) + (top == 0xD800);
  }
};
template <form From>
  requires(has_utf16_units(From))
struct weights<From, form::utf32> {
  static constexpr std::size_t rest = 1;
  RILL_ALWAYS_INLINE static auto of(words v) noexcept {
    return (v & 0xFC00) == 0xDC00;
  }
};
template <form From>
  requires(has_utf32_units(From))
struct weights<From, form::utf8> {
  static constexpr std::size_t rest = 4;
  RILL_ALWAYS_INLINE static auto of(quads v) noexcept {
    return (v >> 7 == 0) + (v >> 11 == 0) + (v >> 16 == 0);
  }
};
template <form From>
  requires(has_utf32_units(From))
struct weights<From, form::utf16> {
  static constexpr std::size_t rest = 2;
  RILL_ALWAYS_INLINE static auto of(quads v) noexcept { return v >> 16 == 0; }
};

// The sum of 16 unsigned bytes.
RILL_ALWAYS_INLINE std::size_t sum_of_bytes(unsigned_bytes v) noexcept {
  auto const sums =
      __builtin_ia32_psadbw128(reinterpret_cast<bytes>(v), bytes{});
  return static_cast<std::size_t>(sums[0] + sums[1]);
}
// The sum of as many numbers that are not above 0, negated.
RILL_ALWAYS_INLINE std::size_t negated_sum(signed_quads v) noexcept {
  long long sum = 0;
  for (int i = 0; i != 4; ++i) sum -= v[i];
  return static_cast<std::size_t>(sum);
}
RILL_ALWAYS_INLINE std::size_t negated_sum(signed_words v) noexcept {
  return negated_sum(__builtin_ia32_pmaddwd128(v, signed_words{} + 1));
}

// A vector adds up to 2 in a byte: 127 times fit it.
inline constexpr int byte_rounds = 127;
// A vector takes 3 from a number of 16 bits, and two of those are added.
inline constexpr int wide_rounds = 4096;

inline constexpr std::ptrdiff_t count_step = 16;

// The weights of whole vectors.
template <form From, form To>
std::size_t count_bytes(char const* in, char const* in_end) noexcept {
  using counted = weights<From, To>;
  std::size_t sum = 0;
  while (in != in_end) {
    unsigned_bytes held{};
    char const* const stop =
        end_of_rounds(in, in_end, byte_rounds * count_step);
#pragma GCC unroll 4
    for (; in != stop; in += count_step)
      held -=
          reinterpret_cast<unsigned_bytes>(counted::of(load<signed_bytes>(in)));
    sum += sum_of_bytes(held);
  }
  return sum;
}
// What they lack of `rest` for each unit.
template <form From, form To>
std::size_t count_missing(char const* in, char const* in_end) noexcept {
  using counted = weights<From, To>;
  using vector = std::conditional_t<has_utf16_units(From), words, quads>;
  using held_vector =
      std::conditional_t<has_utf16_units(From), signed_words, signed_quads>;
  std::size_t missing = 0;
  while (in != in_end) {
    held_vector held{};
    char const* const stop =
        end_of_rounds(in, in_end, wide_rounds * count_step);
#pragma GCC unroll 4
    for (; in != stop; in += count_step)
      held += counted::of(ordered<From>(load<vector>(in)));
    missing += negated_sum(held);
  }
  return missing;
}

}  // namespace wide_sse2

template <form From, form To>
  requires(has_weights(From, To) &&
           requires { wide_sse2::weights<From, To>::rest; })
struct count_kernel<From, To, cpu::ssse3> {
  static std::size_t run(char const* in, char const* in_end) noexcept {
    constexpr std::size_t rest = wide_sse2::weights<From, To>::rest;
    auto const whole =
        (in_end - in) / wide_sse2::count_step * wide_sse2::count_step;
    char const* const at = in + whole;
    std::size_t sum = rest * static_cast<std::size_t>(whole) / unit_width(From);
    if constexpr (unit_width(From) == 1)
      sum += wide_sse2::count_bytes<From, To>(in, at);
    else
      sum -= wide_sse2::count_missing<From, To>(in, at);
    return sum + sum_of_weights<From, To>(at, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
