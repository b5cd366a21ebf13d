// rill/number/kernel/x86/shortest.h: a shortest decimal as text, sixteen
// digits in one register.
//
// Floor 2. Any x86-64: SSE2. Tests: test/number/shortest_test.cpp; figures:
// bench/number/floating.cpp.
#ifndef RILL_NUMBER_KERNEL_X86_SHORTEST_H
#define RILL_NUMBER_KERNEL_X86_SHORTEST_H

#include "../generic/shortest.h"

namespace rill::inline RILL_BUILD::detail {

typedef long long lanes_2x64 __attribute__((vector_size(16)));
typedef unsigned long long words_2x64 __attribute__((vector_size(16)));
typedef int words_4x32 __attribute__((vector_size(16)));
typedef short words_8x16 __attribute__((vector_size(16)));
typedef signed char bytes_16 __attribute__((vector_size(16)));

#if defined(__clang__)  // the two compilers name it differently
#define RILL_SHIFT_BYTE_UP(v) __builtin_ia32_pslldqi128_byteshift(v, 1)
#else
#define RILL_SHIFT_BYTE_UP(v) __builtin_ia32_pslldqi128(v, 8)
#endif

// v * factor; the compilers would make shifts and additions of it, twice as
// many instructions.
RILL_ALWAYS_INLINE words_8x16 multiply_each(words_8x16 v,
                                            short factor) noexcept {
  words_8x16 factors = words_8x16{} + factor;
  asm("" : "+x"(factors));
  return v * factors;
}

// Each of four numbers below 10^4 into four digits: first 100s, whose
// quotients v * 5243 >> 19 are right up to there, then 10s, z * 6554 >> 16.
RILL_ALWAYS_INLINE bytes_16 four_times_four(words_4x32 v) noexcept {
  words_8x16 const none{};
  auto const numbers = reinterpret_cast<words_8x16>(v);
  words_8x16 const hundreds = reinterpret_cast<words_8x16>(
      reinterpret_cast<words_4x32>(
          __builtin_ia32_pmulhuw128(numbers, none + 5243)) >>
      3);
  words_8x16 const rest = numbers - multiply_each(hundreds, 100);
  words_8x16 const pairs =
      hundreds |
      reinterpret_cast<words_8x16>(reinterpret_cast<words_4x32>(rest) << 16);
  words_8x16 const tens = __builtin_ia32_pmulhuw128(pairs, none + 6554);
  // tens + (pairs - 10 * tens) * 256
  return reinterpret_cast<bytes_16>((pairs << 8) - multiply_each(tens, 2559));
}

// head < 10^16 as sixteen digits from 0 to 9.
RILL_ALWAYS_INLINE bytes_16 sixteen_digits(std::uint64_t head) noexcept {
  std::uint64_t const upper = head / 100000000;
  std::uint64_t const lower = head - upper * 100000000;
  words_2x64 const eights = {upper, lower};
  // x / 10^4 is x * 109951163 >> 40 for x < 10^8.
  static_assert(divides_exactly(99999999, 10000, 109951163, 40));
  words_4x32 const factor = {109951163, 0, 109951163, 0};
  words_2x64 const quotients =
      reinterpret_cast<words_2x64>(__builtin_ia32_pmuludq128(
          reinterpret_cast<words_4x32>(eights), factor)) >>
      40;
  words_4x32 const ten_thousand = {10000, 0, 10000, 0};
  words_2x64 const rests =
      eights - reinterpret_cast<words_2x64>(__builtin_ia32_pmuludq128(
                   reinterpret_cast<words_4x32>(quotients), ten_thousand));
  return four_times_four(reinterpret_cast<words_4x32>(quotients | rests << 32));
}

// Row n has n bytes of ones, then zeros.
struct first_bytes {
  alignas(16) signed char row[17][16];
};
template <class Void>
constexpr first_bytes make_first_bytes() noexcept {
  first_bytes made{};
  for (int n = 0; n != 17; ++n)
    for (int i = 0; i != n && i != 16; ++i) made.row[n][i] = -1;
  return made;
}
template <class Void>
alignas(64) inline constexpr first_bytes first_bytes_table =
    make_first_bytes<Void>();

// Digits, a point after `whole` of them, 1 to 16; at most 18 bytes.
template <class Place>
RILL_ALWAYS_INLINE void place_point(char* out, bytes_16 text, char last,
                                    Place whole) noexcept {
  bytes_16 before;
  __builtin_memcpy(&before, first_bytes_table<void_for<Place>>.row[whole], 16);
  auto const words = reinterpret_cast<words_2x64>(text);
  auto const behind = reinterpret_cast<bytes_16>(
      RILL_SHIFT_BYTE_UP(reinterpret_cast<lanes_2x64>(text)));
  bytes_16 const placed = (text & before) | (behind & ~before);
  store_8(out + 9, words[1]);
  __builtin_memcpy(out, &placed, 16);
  out[17] = last;
  out[whole] = '.';
}

template <class Format>
RILL_ALWAYS_INLINE char* place_sse2(char* out, seventeen_digits d,
                                    std::uint64_t m,
                                    std::ptrdiff_t k) noexcept {
  bytes_16 const digits = sixteen_digits(d.head);
  bytes_16 const none{};
  auto const zeros =
      static_cast<unsigned>(__builtin_ia32_pmovmskb128(digits == none));
  // A bit for each digit that is not 0, and one for the last.
  unsigned const seen = (zeros ^ 0xffff) | ((d.last + 0xffff) & 0x10000);
  auto const count = std::ptrdiff_t{__builtin_clz(seen) ^ 31} + 1;
  bytes_16 const text = digits | (none + '0');
  char const tail = static_cast<char>('0' + d.last);
  if (!is_plain(count, d.first)) {
    place_point(out, text, tail, 1);
    return store_exponent(out + count + (count > 1), d.first);
  }
  if (d.first < 0) {
    store_8(out, 0x3030303030302e30);
    out += 1 - d.first;
    __builtin_memcpy(out, &text, 16);
    out[16] = tail;
    return out + count;
  }
  if (RILL_UNLIKELY(k > 0))
    return write_whole_fast<Format>(out, m, static_cast<int>(k));
  std::ptrdiff_t const whole = d.first + 1;
  place_point(out, text, tail, whole);
  return out + (count > whole ? count + 1 : whole);
}

// At most 34 bytes are stored.
template <floating T>
[[gnu::noinline]] char* write_shortest_sse2(char* out, T x) noexcept {
  return write_shortest_with(
      out, x, [](char* text, seventeen_digits d, std::uint64_t m, auto k) {
        return place_sse2<float_format<T>>(text, d, m, k);
      });
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
