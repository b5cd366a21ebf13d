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

// x^exponent modulo the polynomial, the power 63 in the lowest bit: as a factor
// it is one power more, because the product of two such words of 64 bits has
// its power 127 one bit below the lowest.
template <std::uint32_t Poly>
constexpr std::uint64_t crc_power(int exponent) noexcept {
  std::uint32_t sum = std::uint32_t{1} << 31;  // x^0
  for (int i = 0; i != exponent - 1; ++i)
    sum = sum >> 1 ^ ((sum & 1) != 0 ? Poly : 0);
  return std::uint64_t{sum} << 32;
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
