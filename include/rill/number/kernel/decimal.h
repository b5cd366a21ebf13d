// rill/number/kernel/decimal.h: integers to decimal digits, and the choice of
// the kernel for long ones.
//
// Layer 2. Tests: test/number/decimal_test.cpp.
#ifndef RILL_NUMBER_KERNEL_DECIMAL_H
#define RILL_NUMBER_KERNEL_DECIMAL_H

#include "../../memory/dispatch.h"
#include "../digits.h"
#include "../result.h"

// Decimal digits without branches.
//
// Little-endian, any processor. The number of digits of what is printed is
// often random, and a mispredicted branch costs more than all of the work here;
// so zeros are computed in front and shifted out. Figures:
// bench/number/decimal.cpp.

namespace rill::inline RILL_BUILD {
namespace detail {

struct triplet_table {
  std::uint32_t text[1000];
};
// A template, because clang evaluates other constexpr functions twice. Only
// additions, because clang takes 7 ms for divisions.
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

// n / 10^k as (n * m) >> s, with m = ceil(2^s / 10^k). The product exceeds
// n * 2^s / 10^k by n * (m * 10^k - 2^s) / 10^k. The quotient is exact if this
// excess is below 2^s / 10^k, the least distance to the next multiple of 2^s,
// and n * m fits in 64 bits.
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

// Eight times the number of leading zeros of eight digits as text, at most 56.
// '0' ^ 0x30 is 0; in the last byte 0x70 leaves a bit of every digit, so that
// "00000000" keeps its last zero.
RILL_ALWAYS_INLINE unsigned zero_bits(std::uint64_t text) noexcept {
  return static_cast<unsigned>(__builtin_ctzll(text ^ 0x7030303030303030)) & 56;
}

// Writes n < 10^8; stores eight bytes.
RILL_ALWAYS_INLINE char* write_below_1e8(char* out, std::uint64_t n) noexcept {
  std::uint64_t const text = eight_digits(n);
  unsigned const zeros = zero_bits(text);
  std::uint64_t const shifted = text >> zeros;
  __builtin_memcpy(out, &shifted, 8);
  return out - (zeros >> 3) + 8;
}

// Writes n < 10^6, for 8 and 16 bits; stores eight bytes, of which six count.
RILL_ALWAYS_INLINE char* write_below_1e6(char* out, std::uint64_t n) noexcept {
  std::uint64_t const thousands = (n * 274877907) >> 38;
  std::uint64_t const text = triplets.text[thousands] |
                             std::uint64_t{triplets.text[n - thousands * 1000]}
                                 << 24;
  // The sixth byte is the last digit.
  unsigned const zeros =
      static_cast<unsigned>(__builtin_ctzll(text ^ 0x703030303030)) & 56;
  std::uint64_t const shifted = text >> zeros;
  __builtin_memcpy(out, &shifted, 8);
  return out - (zeros >> 3) + 6;
}

// Writes n < 10^8 as exactly eight digits.
RILL_ALWAYS_INLINE char* write_eight(char* out, std::uint64_t n) noexcept {
  std::uint64_t const text = eight_digits(n);
  __builtin_memcpy(out, &text, 8);
  return out + 8;
}

// Writes 10^8 <= n < 2^32: one or two digits and eight more; stores ten bytes.
// Out of line, so that callers inline only the common half.
[[gnu::noinline]] inline char* write_9_or_10(char* out,
                                             std::uint32_t n) noexcept {
  std::uint32_t const head = n / 100000000;
  bool const two = head >= 10;
  char const* const text =
      reinterpret_cast<char const*>(triplets.text + head) + 2 - two;
  __builtin_memcpy(out, text, 2);
  return write_eight(out + 1 + two, n % 100000000);
}

// Writes any n as four, eight and eight digits. Each part is stored where it
// begins without leading zeros, so that the next one overwrites the surplus.
// Stores at most 4 + 8 + 8 = 20 bytes. No branch: three conversions always are
// cheaper than one misprediction sometimes.
inline char* write_long_generic(char* out, std::uint64_t n) noexcept {
  std::uint64_t const upper = n / 100000000;
  std::uint64_t const c = n - upper * 100000000;
  std::uint64_t const a = upper / 100000000;  // at most 1844
  std::uint64_t const b = upper - a * 100000000;
  std::uint64_t const text_a = eight_digits(a) >> 32;
  std::uint64_t const text_b = eight_digits(b);
  std::uint64_t const text_c = eight_digits(c);
  constexpr std::uint64_t zero_text = 0x3030303030303030;
  // A part that has only leading zeros has 32 or 64 zero bits.
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

#if RILL_X86_64
// Twenty decimal digits with AVX-512 IFMA.
//
// x86-64 with cpu::avx512. Takes 3.1 ns for any number of digits where
// write_long_generic takes 8 (a random number and a newline, call included).
// Figures: bench/number/decimal.cpp.

typedef long long lanes_8x64 __attribute__((vector_size(64)));
typedef long long lanes_2x64 __attribute__((vector_size(16)));
typedef char bytes_64 __attribute__((vector_size(64)));

// For x < 10^8 lane 8 - j holds m = 2^52 / 10^j, rounded down, so that the low
// 52 bits of x * m are the fraction x / 10^j mod 1 in units of 2^-52, too small
// by x * r with r = 2^52 / 10^j - m. Adding c = 10^8 * r (an integer) makes it
// too large instead, by less than c. The true fraction is a multiple of 10^-j.
// While c < 2^52 / 10^j, the sum stays below the next multiple, and the upper
// 52 bits of ten times the fraction are the digit of value 10^(j-1).
struct fraction_constants {
  alignas(64) long long factor[8];
  alignas(64) long long addend[8];
};
constexpr fraction_constants make_fractions() noexcept {
  fraction_constants made{};
  long long constexpr unit = 1LL << 52;
  long long power = 1, rest = 100000000;
  for (int j = 1; j <= 8; ++j) {
    power *= 10;
    rest /= 10;  // 10^8 / 10^j
    made.factor[8 - j] = unit / power;
    made.addend[8 - j] = unit % power * rest;
  }
  return made;
}
inline constexpr fraction_constants fractions = make_fractions();
constexpr bool fractions_hold() noexcept {
  for (int lane = 0; lane != 8; ++lane)
    if (fractions.addend[lane] >= fractions.factor[lane]) return false;
  return true;
}
static_assert(fractions_hold());

// Where digit i of twenty is in the two vectors: 0 to 3 in the second byte of
// lanes 4 to 7 of the first vector, 4 to 11 in its first bytes, 12 to 19 in the
// first bytes of the second vector. Reading from entry z skips z leading zeros;
// bytes after the last digit are arbitrary.
struct digit_places {
  unsigned char place[64 + 20];
};
constexpr digit_places make_places() noexcept {
  digit_places made{};
  for (unsigned i = 0; i != 20; ++i)
    made.place[i] = static_cast<unsigned char>(i < 4    ? (i + 4) * 8 + 1
                                               : i < 12 ? (i - 4) * 8
                                                        : 64 + (i - 12) * 8);
  return made;
}
alignas(64) inline constexpr digit_places places_by_length = make_places();

#define RILL_AVX512_DIGITS                                                  \
  [[gnu::target(                                                            \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512ifma,lzcnt,bmi," \
      "bmi2")]]

#if defined(__clang__)  // the two compilers name them differently
#define RILL_MADD52LO(sum, a, b) __builtin_ia32_vpmadd52luq512(sum, a, b)
#define RILL_MADD52HI(sum, a, b) __builtin_ia32_vpmadd52huq512(sum, a, b)
#define RILL_PICK_BYTES(places, a, b) \
  __builtin_ia32_vpermi2varqi512(a, places, b)
#else
#define RILL_MADD52LO(sum, a, b) \
  __builtin_ia32_vpmadd52luq512_mask(sum, a, b, 255)
#define RILL_MADD52HI(sum, a, b) \
  __builtin_ia32_vpmadd52huq512_mask(sum, a, b, 255)
#define RILL_PICK_BYTES(places, a, b) \
  __builtin_ia32_vpermt2varqi512_mask(places, a, b, ~0ull)
#endif

// Writes any n; stores twenty bytes.
RILL_AVX512_DIGITS inline char* write_long_avx512(char* out,
                                                  std::uint64_t n) noexcept {
  std::uint64_t const upper = n / 100000000;
  std::uint64_t const a = upper / 100000000;  // at most 1844
  auto const c = static_cast<long long>(n - upper * 100000000);
  auto const b = static_cast<long long>(upper - a * 100000000);
  unsigned const length = digits_of(n);

  lanes_8x64 factor, addend;
  __builtin_memcpy(&factor, fractions.factor, 64);
  __builtin_memcpy(&addend, fractions.addend, 64);
  lanes_8x64 const none{};
  lanes_8x64 const ten = none + 10, zero = none + '0';
  lanes_8x64 const part_a =
      RILL_MADD52LO(addend, none + static_cast<long long>(a), factor);
  lanes_8x64 const part_b = RILL_MADD52LO(addend, none + b, factor);
  lanes_8x64 const part_c = RILL_MADD52LO(addend, none + c, factor);
  lanes_8x64 const text_a = RILL_MADD52HI(zero, part_a, ten);
  lanes_8x64 const text_b = RILL_MADD52HI(zero, part_b, ten);
  lanes_8x64 const text_c = RILL_MADD52HI(zero, part_c, ten);

  bytes_64 which;
  __builtin_memcpy(&which, places_by_length.place + 20 - length, 64);
  auto const text = reinterpret_cast<lanes_8x64>(
      RILL_PICK_BYTES(which, reinterpret_cast<bytes_64>(text_b | text_a << 8),
                      reinterpret_cast<bytes_64>(text_c)));
  lanes_2x64 const first = {text[0], text[1]};
  auto const last = static_cast<std::uint32_t>(text[2]);
  __builtin_memcpy(out, &first, 16);
  __builtin_memcpy(out + 16, &last, 4);
  return out + length;
}

#undef RILL_AVX512_DIGITS
#undef RILL_MADD52LO
#undef RILL_MADD52HI
#undef RILL_PICK_BYTES
#endif  // RILL_X86_64

// The choice of the kernel for long decimals.
//
// The pointer first points at a chooser, which replaces it by the kernel for
// this processor.

#if !RILL_X86_64
RILL_ALWAYS_INLINE char* write_long(char* out, std::uint64_t n) noexcept {
  return write_long_generic(out, n);
}
#else
using long_writer = char* (*)(char*, std::uint64_t) noexcept;
[[gnu::cold]] inline char* choose_long_writer(char* out,
                                              std::uint64_t n) noexcept;
inline long_writer long_writer_now = choose_long_writer;

// Two threads may both choose: they store the same pointer.
inline char* choose_long_writer(char* out, std::uint64_t n) noexcept {
  long_writer const chosen =
      cpu_level() >= cpu::avx512 ? write_long_avx512 : write_long_generic;
  __atomic_store_n(&long_writer_now, chosen, __ATOMIC_RELAXED);
  return chosen(out, n);
}

// Writes any n; stores at most 20 bytes.
RILL_ALWAYS_INLINE char* write_long(char* out, std::uint64_t n) noexcept {
#if RILL_CPU_OVERRIDE
  constexpr bool known = false;
#else
  constexpr bool known = baseline_cpu >= cpu::avx512;
#endif
  if constexpr (known) return write_long_avx512(out, n);
  return __atomic_load_n(&long_writer_now, __ATOMIC_RELAXED)(out, n);
}
#endif

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
