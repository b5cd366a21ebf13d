// rill/hash/kernel/crc_constants.h: the factors of kernels that sum by
// carry-less multiplication.
//
// Floor 2. constexpr. For polynomials of 32 bits, reflected. Tests:
// test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_CRC_CONSTANTS_H
#define RILL_HASH_KERNEL_CRC_CONSTANTS_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

// The generators of CRC-32 and of CRC-32C.
inline constexpr std::uint32_t iso_hdlc = 0xedb88320;
inline constexpr std::uint32_t castagnoli = 0x82f63b78;

// The product modulo the polynomial, the power 31 in the lowest bit.
template <std::uint32_t Poly>
constexpr std::uint32_t crc_product(std::uint32_t a, std::uint32_t b) noexcept {
  std::uint32_t product = 0;
  for (; a != 0; a <<= 1) {
    if (a >> 31 != 0) product ^= b;
    b = b >> 1 ^ ((b & 1) != 0 ? Poly : 0);
  }
  return product;
}

// x^exponent modulo the polynomial, the power 63 in the lowest bit: as a factor
// it is one power more, because the product of two such words of 64 bits has
// its power 127 one bit below the lowest. By squares: thousands of single steps
// cost a compiler milliseconds.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
