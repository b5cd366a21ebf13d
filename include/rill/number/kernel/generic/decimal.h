// rill/number/kernel/generic/decimal.h: decimal digits without branches.
//
// Floor 2. Little-endian, any processor. The number of digits of what is
// printed is often random, and a mispredicted branch costs more than all of
// the work here; so zeros are computed in front and shifted out. Tests:
// test/number/decimal_test.cpp; figures: bench/number/decimal.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_DECIMAL_H
#define RILL_NUMBER_KERNEL_GENERIC_DECIMAL_H

#include "../../result.h"

namespace rill::inline RILL_BUILD {
namespace detail {

struct triplet_table {
  std::uint32_t text[1000];
};
// A template, because clang tries every other constexpr function once more;
// and additions only, because it takes 7 ms for divisions.
template <class = void>
constexpr triplet_table make_triplets() noexcept {
  triplet_table table{};
  std::uint32_t* at = table.text;
  for (std::uint32_t one = 0x303030; one != 0x30303a; ++one)
    for (std::uint32_t two = one; two != one + 0xa00; two += 0x100)
      for (std::uint32_t three = two; three != two + 0xa0000; three += 0x10000)
        *at++ = three;
  return table;
}
// The three digits of 0 to 999 as text, the first in the lowest byte; the
// fourth byte is 0. 4 KB: pairs (200 bytes) took 2.5 ns for an integer and a
// newline where triplets take 1.9, multiplications alone 2.8.
alignas(64) inline constexpr triplet_table triplets = make_triplets();

RILL_ALWAYS_INLINE std::uint64_t load_2(char const* from) noexcept {
  std::uint16_t word;
  __builtin_memcpy(&word, from, 2);
  return word;
}

// n / 10^k as (n * m) >> s. With m = ceil(2^s / 10^k), the product is too
// large by n * (m * 10^k - 2^s) / 10^k, which must stay below the 2^s / 10^k
// that the next multiple is away, and n * m must fit in 64 bits.
constexpr bool divides_exactly(std::uint64_t most, std::uint64_t power,
                               std::uint64_t m, int s) noexcept {
  std::uint64_t const two = std::uint64_t{1} << s;
  return m == two / power + 1 && most * (m * power - two) < two &&
         most <= ~std::uint64_t{0} / m;
}
static_assert(divides_exactly(99999999, 1000, 274877907, 38));
static_assert(divides_exactly(99999999, 1000000, 140737489, 47));

// The text of n < 10^8 as eight digits, the first in the lowest byte.
RILL_ALWAYS_INLINE std::uint64_t eight_digits(std::uint64_t n) noexcept {
  std::uint64_t const millions = (n * 140737489) >> 47;
  std::uint64_t const thousands = (n * 274877907) >> 38;
  // Only two digits of the first triplet: millions < 100. Three products in
  // parallel, then loads, are a shorter chain than repeated division.
  char const* const first =
      reinterpret_cast<char const*>(triplets.text + millions) + 1;
  std::uint64_t const b = triplets.text[thousands - millions * 1000];
  std::uint64_t const c = triplets.text[n - thousands * 1000];
  return load_2(first) | b << 16 | c << 40;
}

// Eight times the number of leading zeros of such a text, but at most 56.
// '0' ^ 0x30 is 0; in the last byte 0x70 leaves a bit of every digit, so
// that "00000000" keeps its last zero.
RILL_ALWAYS_INLINE unsigned zero_bits(std::uint64_t text) noexcept {
  return static_cast<unsigned>(__builtin_ctzll(text ^ 0x7030303030303030)) & 56;
}

// n < 10^8; eight bytes are stored.
RILL_ALWAYS_INLINE char* write_below_1e8(char* out, std::uint64_t n) noexcept {
  std::uint64_t const text = eight_digits(n);
  unsigned const zeros = zero_bits(text);
  std::uint64_t const shifted = text >> zeros;
  __builtin_memcpy(out, &shifted, 8);
  return out - (zeros >> 3) + 8;
}

// n < 10^6, for 8 and 16 bits; eight bytes are stored, six are meant.
RILL_ALWAYS_INLINE char* write_below_1e6(char* out, std::uint64_t n) noexcept {
  std::uint64_t const thousands = (n * 274877907) >> 38;
  std::uint64_t const text = triplets.text[thousands] |
                             std::uint64_t{triplets.text[n - thousands * 1000]}
                                 << 24;
  // The sixth byte plays the part of the last.
  unsigned const zeros =
      static_cast<unsigned>(__builtin_ctzll(text ^ 0x703030303030)) & 56;
  std::uint64_t const shifted = text >> zeros;
  __builtin_memcpy(out, &shifted, 8);
  return out - (zeros >> 3) + 6;
}

// n < 10^8 as exactly eight digits.
RILL_ALWAYS_INLINE char* write_eight(char* out, std::uint64_t n) noexcept {
  std::uint64_t const text = eight_digits(n);
  __builtin_memcpy(out, &text, 8);
  return out + 8;
}

// 10^8 <= n < 2^32: one or two digits and eight more; ten bytes are stored.
// Out of line, so that a caller's code has the common half only.
[[gnu::noinline]] inline char* write_9_or_10(char* out,
                                             std::uint32_t n) noexcept {
  std::uint32_t const head = n / 100000000;
  bool const two = head >= 10;
  char const* const text =
      reinterpret_cast<char const*>(triplets.text + head) + 2 - two;
  __builtin_memcpy(out, text, 2);
  return write_eight(out + 1 + two, n % 100000000);
}

// Any n: four, eight and eight digits, each stored where it begins when the
// zeros in front are left out, so that the next overwrites what is too much.
// At most 4 + 8 + 8 = 20 bytes are stored. No branch: three conversions
// always are cheaper than one misprediction sometimes.
inline char* write_long_generic(char* out, std::uint64_t n) noexcept {
  std::uint64_t const upper = n / 100000000;
  std::uint64_t const c = n - upper * 100000000;
  std::uint64_t const a = upper / 100000000;  // at most 1844
  std::uint64_t const b = upper - a * 100000000;
  std::uint64_t const text_a = eight_digits(a) >> 32;
  std::uint64_t const text_b = eight_digits(b);
  std::uint64_t const text_c = eight_digits(c);
  constexpr std::uint64_t zero_text = 0x3030303030303030;
  // A part that is all zeros after zeros has 32 or 64 zero bits.
  unsigned const zeros_a =
      a ? static_cast<unsigned>(__builtin_ctzll(text_a ^ 0x30303030)) & 56 : 32;
  unsigned const zeros_b =
      a   ? 0
      : b ? static_cast<unsigned>(__builtin_ctzll(text_b ^ zero_text)) & 56
          : 64;
  unsigned const zeros_c = upper ? 0 : zero_bits(text_c);
  std::uint32_t const word_a = static_cast<std::uint32_t>(text_a >> zeros_a);
  std::uint64_t const word_b = text_b >> (zeros_b & 63);
  std::uint64_t const word_c = text_c >> zeros_c;
  __builtin_memcpy(out, &word_a, 4);
  out += 4 - (zeros_a >> 3);
  __builtin_memcpy(out, &word_b, 8);
  out += 8 - (zeros_b >> 3);
  __builtin_memcpy(out, &word_c, 8);
  return out + 8 - (zeros_c >> 3);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
