// rill/number/kernel/shortest.h: writes the shortest texts of numbers; chooses
// the kernel.
//
// Layer 2. Tests: test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_KERNEL_SHORTEST_H
#define RILL_NUMBER_KERNEL_SHORTEST_H

#include "../../base/text.h"
#include "../decimal.h"
#include "../shortest_decimal.h"

// A shortest decimal as text, in 64-bit integers.
//
// Little-endian, any processor. Makes sixteen digits and one more for every
// number, then places them. Only the end of the text depends on how many digits
// the number has. Figures: bench/number/floating.cpp.

namespace rill::inline RILL_BUILD::detail {

RILL_ALWAYS_INLINE void store_8(char* out, std::uint64_t text) noexcept {
  __builtin_memcpy(out, &text, 8);
}

/// Sixteen digits, the first not 0; one more digit, which may be 0; and the
/// exponent of the first.
struct seventeen_digits {
  std::uint64_t head;
  unsigned last;
  std::ptrdiff_t first;
};

template <class Format>
RILL_ALWAYS_INLINE seventeen_digits
to_seventeen(shortest_decimal<std::uint64_t> const& d) noexcept {
  constexpr std::uint64_t least = 1000000000000000;  // 10^15
  if constexpr (Format::precision == 53) {
    // The head of a normal number is 2^52 / 10 or more. It has 15 or 16 digits,
    // equally often, so a branch would be mispredicted.
    long long const mask = static_cast<long long>(d.head - least) >> 63;
    return {d.head + ((d.head * 9 + d.last) & static_cast<std::uint64_t>(mask)),
            d.last & ~static_cast<unsigned>(mask),
            d.exponent + 16 + static_cast<std::ptrdiff_t>(mask)};
  } else {
    // At most 9 digits, because the head is at most 2^24.
    std::uint64_t const all = d.head * 10 + d.last;
    unsigned const count = digits_of(all);
    return {all * powers_of_ten.of[16 - count], 0,
            d.exponent + static_cast<int>(count) - 1};
  }
}

// Writes numbers from 1/8 to 10^5 with at most three digits after the point.
// Most numbers that people write are of this kind. N is the nearest whole
// number to x * 1000. N / 1000 reads back as x when it is nearer than half the
// distance to x's neighbours, 500 units of m * 1000. While that distance is
// below 1/1000, no other multiple of 1/1000 is that near. So N / 1000 without
// its trailing zeros is the shortest text, and it is plain: 90000 has no more
// characters than 9e+04. Returns null for other numbers; stores 12 bytes.
template <class Format>
struct thousandths {
  static constexpr int least = -2 - Format::precision;
  static constexpr int greatest =
      17 - Format::precision < -10 ? 17 - Format::precision : -10;
};
RILL_ALWAYS_INLINE char* write_thousandths(char* out, std::uint64_t m,
                                           unsigned s) noexcept {
  std::uint64_t const product = m * 1000;
  std::uint64_t const n = (product + (std::uint64_t{1} << (s - 1))) >> s;
  // Powers of two have a nearer neighbour below, and are exact from 1/8 on.
  if (product - (n << s) + 499 > 998 || n >= 100000000) return nullptr;
  std::uint64_t const whole = (n * 274877907) >> 38;
  std::uint32_t const digits = triplets.text[n - whole * 1000];
  char* const point = write_below_1e6(out, whole);
  std::uint32_t const text = '.' | digits << 8;
  __builtin_memcpy(point, &text, 4);
  std::uint32_t const seen = digits ^ 0x303030;
  return seen ? point + 2 + ((31 - __builtin_clz(seen)) >> 3) : point;
}

// The number of digits without trailing zeros.
RILL_ALWAYS_INLINE std::ptrdiff_t count_digits(std::uint64_t upper,
                                               std::uint64_t lower,
                                               unsigned last) noexcept {
  constexpr std::uint64_t zeros = 0x3030303030303030;
  std::uint64_t const tail = lower ^ zeros;
  // The first digit is not 0, so one of the two is not.
  std::uint64_t const seen = tail ? tail : upper ^ zeros;
  std::ptrdiff_t const bytes = 8 - (leading_zeros(seen) >> 3) + (tail ? 8 : 0);
  return last ? 17 : bytes;
}

// The exponents of double as text, e+05 or e-308, with the length of the text
// in the highest byte. 5 KB, only in programs that write exponents.
struct exponent_text_table {
  static constexpr int least = -324;
  static constexpr int count = 633;
  std::uint64_t of[count];
};
template <class Void>
constexpr exponent_text_table make_exponent_texts() noexcept {
  exponent_text_table made{};
  for (int i = 0; i != exponent_text_table::count; ++i) {
    int const exponent = i + exponent_text_table::least;
    auto const n = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);
    bool const three = n >= 100;
    std::uint64_t const digits = 0x3030 | (n / 10 % 10) | (n % 10) << 8;
    made.of[i] = 'e' | (exponent < 0 ? 0x2d00u : 0x2b00u) |
                 (three ? digits << 8 | ('0' + n / 100) : digits) << 16 |
                 (std::uint64_t{4} + three) << 56;
  }
  return made;
}
template <class Void>
inline constexpr exponent_text_table exponent_texts =
    make_exponent_texts<Void>();

// Stores at most 8 bytes.
template <class Exponent>
RILL_ALWAYS_INLINE char* store_exponent(char* out, Exponent exponent) noexcept {
  std::uint64_t const text =
      exponent_texts<void_for<Exponent>>.of[exponent -
                                            exponent_text_table::least];
  store_8(out, text);
  return out + (text >> 56);
}

template <class Exponent>
RILL_ALWAYS_INLINE char* place_exponent_form(char* out, std::uint64_t upper,
                                             std::uint64_t lower, char last,
                                             std::ptrdiff_t count,
                                             Exponent first) noexcept {
  store_8(out + 1, upper);
  store_8(out + 9, lower);
  out[17] = last;
  out[0] = static_cast<char>(upper);
  out[1] = '.';
  return store_exponent(out + count + (count > 1), first);
}

// Writes 0.000ddd, with at most three zeros after the point.
RILL_ALWAYS_INLINE char* place_fraction(char* out, std::uint64_t upper,
                                        std::uint64_t lower, char last,
                                        std::ptrdiff_t count,
                                        std::ptrdiff_t first) noexcept {
  store_8(out, 0x3030303030302e30);
  char* const from = out + 1 - first;
  store_8(from, upper);
  store_8(from + 8, lower);
  from[16] = last;
  return from + count;
}

// Writes ddd.ddd, first < 16: all digits, and then those after the point again,
// a byte further on.
RILL_ALWAYS_INLINE char* place_around_point(char* out, std::uint64_t upper,
                                            std::uint64_t lower, char last,
                                            std::ptrdiff_t count,
                                            std::ptrdiff_t first) noexcept {
  std::ptrdiff_t const whole = first + 1;
  std::ptrdiff_t const bits = 8 * whole & 63;
  std::uint64_t const part = whole < 8 ? upper : lower;
  std::uint64_t const next = whole < 8 ? lower : 0;
  store_8(out, upper);
  store_8(out + 8, lower);
  out[16] = last;
  char* const behind = out + whole + 1;
  store_8(behind, part >> bits | next << 1 << (63 - bits));
  store_8(behind + 8, next >> bits);
  out[17] = last;
  out[whole] = '.';
  return count > whole ? out + count + 1 : out + whole;
}

// Writes m * 2^k, k > 0, as plain text. Requires that this is the shorter text:
// the number is below 10^22. A double with k > 0 is at least 2^53, so it has at
// least sixteen digits.
template <class Format>
[[gnu::noinline]] char* write_whole_fast(char* out, std::uint64_t m,
                                         int k) noexcept {
#if RILL_INT128
  constexpr std::uint64_t unit = 10000000000000000;  // 10^16
  uint128 const n = static_cast<uint128>(m) << k;
  auto const upper = static_cast<std::uint64_t>(n / unit);
  if (Format::precision != 53 && upper == 0)
    return write_long_generic(out, static_cast<std::uint64_t>(n));
  auto const low = static_cast<std::uint64_t>(n - uint128{upper} * unit);
  if (upper != 0) out = write_below_1e6(out, upper);
  out = write_eight(out, low / 100000000);
  return write_eight(out, low % 100000000);
#else
  return write_whole<Format>(out, static_cast<typename Format::significand>(m),
                             k);
#endif
}

// The bits of a number with a hidden first bit.
template <class Format>
struct float_bits {
  using word = typename Format::significand;
  static constexpr int stored = Format::precision - 1;
  static constexpr word unit = word{1} << stored;

  word bits;
  unsigned biased;
  bool is_rare() const noexcept {
    return biased - 1 >= unsigned{Format::greatest_biased} - 1;
  }
  bool is_power_of_two() const noexcept { return (bits & (unit - 1)) == 0; }
  bool is_negative() const noexcept {
    return (bits >> (stored + Format::exponent_bits)) != 0;
  }
  std::uint64_t m() const noexcept { return unit | (bits & (unit - 1)); }
  std::ptrdiff_t k() const noexcept {
    return static_cast<std::ptrdiff_t>(biased) + (Format::least_exponent - 1);
  }
};
template <floating T>
RILL_ALWAYS_INLINE float_bits<float_format<T>> bits_of(T x) noexcept {
  using format = float_format<T>;
  auto const bits = __builtin_bit_cast(typename format::bits, x);
  return {bits, static_cast<unsigned>(bits >> (format::precision - 1)) &
                    unsigned{format::greatest_biased}};
}

// Makes the digits, eight in each 64-bit integer, and places them. Stores at
// most 1 + 17 + 16 = 34 bytes.
template <class Format>
RILL_ALWAYS_INLINE char* place_generic(char* out, seventeen_digits d,
                                       std::uint64_t m,
                                       std::ptrdiff_t k) noexcept {
  std::uint64_t const upper_half = d.head / 100000000;
  std::uint64_t const upper = eight_digits(upper_half);
  std::uint64_t const lower = eight_digits(d.head - upper_half * 100000000);
  std::ptrdiff_t const count = count_digits(upper, lower, d.last);
  char const tail = static_cast<char>('0' + d.last);
  if (!is_plain(count, d.first))
    return place_exponent_form(out, upper, lower, tail, count, d.first);
  if (d.first < 0)
    return place_fraction(out, upper, lower, tail, count, d.first);
  if (RILL_UNLIKELY(k > 0))
    return write_whole_fast<Format>(out, m, static_cast<int>(k));
  return place_around_point(out, upper, lower, tail, count, d.first);
}

// Writes numbers that the products do not decide. They are rare, except among
// whole numbers and quarters around 2^53, where they can be every second one.
template <floating T, class Place>
[[gnu::noinline]] char* write_undecided(char* out, T x) noexcept {
  using format = float_format<T>;
  auto const word = bits_of(x);
  std::uint64_t const m = word.m();
  std::ptrdiff_t const k = word.k();
  *out = '-';
  auto const found = decide_shortest<format>(m, static_cast<int>(k));
  return Place{}(out + word.is_negative(), to_seventeen<format>(found), m, k);
}

// The decimal of any number as seventeen digits; subnormal numbers have few.
template <class Decimal>
seventeen_digits to_seventeen_slowly(Decimal const& d) noexcept {
  auto const head = static_cast<std::uint64_t>(d.head);
  std::uint64_t const all = head * 10 + d.last;
  unsigned const count = digits_of(all);
  std::ptrdiff_t const first = d.exponent + static_cast<int>(count) - 1;
  if (count > 16) return {head, d.last, first};
  return {all * powers_of_ten.of[16 - count], 0, first};
}

// Writes powers of two and numbers that are not normal, at most one in a
// thousand except for zero. bfloat16 needs shortest_of.
template <floating T, class Place>
[[gnu::noinline]] char* write_rare_shortest(char* out, T x) noexcept {
  auto const parts = take_apart(x);
  if (!parts.is_finite) return write_not_finite(out, parts);
  if (parts.negative) *out++ = '-';
  if (parts.m == 0) {
    *out = '0';
    return out + 1;
  }
  using format = float_format<T>;
  std::ptrdiff_t const k = parts.k;
  if constexpr (format::precision == 8) {
    auto const found = shortest_of<format>(parts.m, parts.k);
    return Place{}(out, to_seventeen_slowly(found), parts.m, k);
  } else {
    auto const found = decide_shortest<format>(parts.m, parts.k);
    return Place{}(out, to_seventeen_slowly(found), parts.m, k);
  }
}

// The common part of every kernel. Calls for rare cases are tail calls, so no
// registers have to be saved across them.
template <floating T, class Place>
RILL_ALWAYS_INLINE char* write_shortest_with(char* out, T x,
                                             Place place) noexcept {
  using format = float_format<T>;
  auto const word = bits_of(x);
  if (RILL_UNLIKELY(word.is_rare()))
    return write_rare_shortest<T, Place>(out, x);
  std::uint64_t const m = word.m();
  std::ptrdiff_t const k = word.k();
  *out = '-';
  char* const text = out + word.is_negative();
  using bounds = thousandths<format>;
  if (static_cast<std::size_t>(k - bounds::least) <=
      std::size_t{bounds::greatest - bounds::least}) {
    char* const end = write_thousandths(text, m, static_cast<unsigned>(-k));
    if (end) return end;
  }
  if (RILL_UNLIKELY(word.is_power_of_two()))
    return write_rare_shortest<T, Place>(out, x);
  found_decimal const found = try_shortest<format>(m, k);
  if (RILL_UNLIKELY(found.is_undecided))
    return write_undecided<T, Place>(out, x);
  return place(text, to_seventeen<format>(found.decimal), m, k);
}

template <floating T>
[[gnu::noinline]] char* write_shortest_generic(char* out, T x) noexcept {
  return write_shortest_with(
      out, x, [](char* text, seventeen_digits d, std::uint64_t m, auto k) {
        return place_generic<float_format<T>>(text, d, m, k);
      });
}

#if RILL_X86_64
// A shortest decimal as text, sixteen digits in one register.
//
// Any x86-64: SSE2. Figures: bench/number/floating.cpp.

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

// v * factor. Without the asm the compilers use shifts and additions, twice as
// many instructions.
RILL_ALWAYS_INLINE words_8x16 multiply_each(words_8x16 v,
                                            short factor) noexcept {
  words_8x16 factors = words_8x16{} + factor;
  asm("" : "+x"(factors));
  return v * factors;
}

// Splits each of four numbers below 10^4 into four digits: first hundreds, v *
// 5243 >> 19, which is exact in this range, then tens, z * 6554 >> 16.
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

// Stores the digits with a point after the first `whole`, 1 to 16; at most 18
// bytes.
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

// Stores at most 34 bytes.
template <floating T>
[[gnu::noinline]] char* write_shortest_sse2(char* out, T x) noexcept {
  return write_shortest_with(
      out, x, [](char* text, seventeen_digits d, std::uint64_t m, auto k) {
        return place_sse2<float_format<T>>(text, d, m, k);
      });
}
#endif  // RILL_X86_64

// The choice of the kernel for shortest texts.

template <class T>
RILL_ALWAYS_INLINE char* write_fast(char* out, T x) noexcept {
#if RILL_X86_64
  return write_shortest_sse2(out, x);
#else
  return write_shortest_generic(out, x);
#endif
}

#if RILL_COMPILED
#define RILL_WRITE(T) \
  RILL_EXTERN template char* write_fast<T>(char*, T) noexcept;
RILL_EACH_FLOAT(RILL_WRITE)
#if RILL_LONG_DOUBLE_BITS <= 53
RILL_WRITE(long double)
#endif
#if defined(__STDCPP_FLOAT32_T__)
RILL_WRITE(decltype(0.0f32))
#endif
#if defined(__STDCPP_FLOAT64_T__)
RILL_WRITE(decltype(0.0f64))
#endif
#if RILL_FLOAT16
RILL_WRITE(_Float16)
#endif
#if RILL_BFLOAT16
RILL_WRITE(__bf16)
#endif
#undef RILL_WRITE
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
