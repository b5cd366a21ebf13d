// rill/hash/kernel/generic/crc.h: cyclic redundancy checks by tables, with
// their constants.
//
// Layer 2. Tests: test/hash/kernel_test.cpp, test/hash/crc_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_CRC_H
#define RILL_HASH_KERNEL_GENERIC_CRC_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../../base/config.h"
#include "../../bytes.h"

// The factors of kernels that use carry-less multiplication.
//
// constexpr. For polynomials of 32 bits, reflected.

namespace rill::inline RILL_BUILD::detail {

// The polynomials of CRC-32 and of CRC-32C.
inline constexpr std::uint32_t iso_hdlc = 0xedb88320;
inline constexpr std::uint32_t castagnoli = 0x82f63b78;

// a * b modulo the polynomial, with the power 31 in the lowest bit.
template <std::uint32_t Poly>
constexpr std::uint32_t crc_product(std::uint32_t a, std::uint32_t b) noexcept {
  std::uint32_t product = 0;
  for (; a != 0; a <<= 1) {
    if (a >> 31 != 0) product ^= b;
    b = b >> 1 ^ ((b & 1) != 0 ? Poly : 0);
  }
  return product;
}

// x^exponent modulo the polynomial as a factor: bit 0 is the power 63. It holds
// x^(exponent - 1): in the carry-less product of two such factors, bit 0 is the
// power 126. Reading it as the power 127 multiplies by x. Computed by squares:
// thousands of single steps cost a compiler milliseconds.
template <std::uint32_t Poly>
constexpr std::uint64_t crc_power(int exponent) noexcept {
  std::uint32_t power = std::uint32_t{1} << 31;   // x^0
  std::uint32_t square = std::uint32_t{1} << 30;  // x^1
  for (int left = exponent - 1; left != 0; left >>= 1) {
    if ((left & 1) != 0) power = crc_product<Poly>(power, square);
    square = crc_product<Poly>(square, square);
  }
  return std::uint64_t{power} << 32;
}

// x^96 divided by the polynomial, without the remainder: the power 64 in the
// lowest bit, the power 0 left out.
template <std::uint32_t Poly>
constexpr std::uint64_t crc_quotient() noexcept {
  std::uint64_t quotient = 1;
  std::uint32_t left = Poly;
  for (int i = 1; i != 64; ++i) {
    quotient |= std::uint64_t{left & 1} << i;
    left = left >> 1 ^ ((left & 1) != 0 ? Poly : 0);
  }
  return quotient;
}

// Cyclic redundancy checks by tables.
//
// No allocation, constexpr. Source: D. Sarwate, "Computation of cyclic
// redundancy checks via table look-up" (1988); for eight bytes at once M.
// Kounavis and F. Berry (2005).

constexpr std::uint64_t reflected(std::uint64_t bits, int width) noexcept {
  std::uint64_t turned = 0;
  for (int i = 0; i != width; ++i)
    if ((bits >> i & 1) != 0) turned |= std::uint64_t{1} << (width - 1 - i);
  return turned;
}

// The change of the sum for a byte that is followed by 0 to Count - 1 zero
// bytes.
template <class Word, Word Poly, bool Reflect, std::size_t Count>
struct crc_tables {
  Word of[Count][256];

  static constexpr Word of_byte(Word byte) noexcept {
    constexpr int top = 8 * static_cast<int>(sizeof(Word)) - 1;
    Word sum = Reflect ? byte : byte << (top - 7);
    for (int i = 0; i != 8; ++i)
      if constexpr (Reflect)
        sum = sum >> 1 ^ ((sum & 1) != 0 ? Poly : Word{0});
      else
        sum = sum << 1 ^ (sum >> top != 0 ? Poly : Word{0});
    return sum;
  }
  static constexpr crc_tables make() noexcept {
    crc_tables made = {};
    for (unsigned i = 0; i != 256; ++i) made.of[0][i] = of_byte(i);
    for (std::size_t k = 1; k != Count; ++k)
      for (int i = 0; i != 256; ++i) {
        Word const before = made.of[k - 1][i];
        made.of[k][i] = before >> 8 ^ made.of[0][before & 0xff];
      }
    return made;
  }
};
template <class Word, Word Poly, bool Reflect, std::size_t Count = 1>
inline constexpr auto crc_table =
    crc_tables<Word, Poly, Reflect, Count>::make();

// Reflected sums of 32 bits, eight bytes a step.
template <std::uint32_t Poly>
inline std::uint32_t crc_in_eights(std::uint32_t sum,
                                   unsigned char const* bytes,
                                   std::size_t count) noexcept {
  constexpr auto& of = crc_table<std::uint32_t, Poly, true, 8>.of;
  for (; count >= 8; count -= 8, bytes += 8) {
    std::uint32_t const low = sum ^ load_little<std::uint32_t>(bytes);
    std::uint32_t const high = load_little<std::uint32_t>(bytes + 4);
    sum = of[7][low & 0xff] ^ of[6][low >> 8 & 0xff] ^ of[5][low >> 16 & 0xff] ^
          of[4][low >> 24] ^ of[3][high & 0xff] ^ of[2][high >> 8 & 0xff] ^
          of[1][high >> 16 & 0xff] ^ of[0][high >> 24];
  }
  for (; count != 0; --count) sum = sum >> 8 ^ of[0][(sum ^ *bytes++) & 0xff];
  return sum;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
