// rill/number/kernel/x86/decimal.h: twenty decimal digits with AVX-512 IFMA.
//
// Floor 2. x86-64 with cpu::avx512. Takes 3.1 ns for any number of digits
// where write_long_generic takes 8 (a random number and a newline, call
// included). Tests: test/number/decimal_test.cpp; figures:
// bench/number/decimal.cpp.
#ifndef RILL_NUMBER_KERNEL_X86_DECIMAL_H
#define RILL_NUMBER_KERNEL_X86_DECIMAL_H

#include "../../digits.h"

namespace rill::inline RILL_BUILD {
namespace detail {

typedef long long lanes_8x64 __attribute__((vector_size(64)));
typedef long long lanes_2x64 __attribute__((vector_size(16)));
typedef char bytes_64 __attribute__((vector_size(64)));

// For x < 10^8 lane 8 - j holds m = floor(2^52 / 10^j), so that the low 52
// bits of x * m are the fraction x / 10^j mod 1 in units of 2^-52, too small
// by x * r with r = 2^52 / 10^j - m. Adding c = 10^8 * r (an integer) makes
// it too large instead, by less than c. The true fraction is a multiple of
// 10^-j; while c < 2^52 / 10^j the next multiple is not reached and the upper
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

// Where digit i of twenty is in the two vectors: 0 to 3 in the second byte
// of lanes 4 to 7 of the first vector, 4 to 11 in its first bytes, 12 to 19
// in the first bytes of the second vector. Reading from entry z skips z
// leading zeros; what follows the last digit is anything.
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

// Any n; twenty bytes are stored.
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

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
