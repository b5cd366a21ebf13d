// rill/hash/kernel/x86/crc_pclmul.h: reflected sums of 32 bits by carry-less
// multiplication.
//
// Floor 2. x86-64 with PCLMULQDQ and SSE4.1. Source: V. Gopal et al., "Fast CRC
// computation for generic polynomials using PCLMULQDQ" (Intel, 2009). Tests:
// test/hash/crc_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_PCLMUL_H
#define RILL_HASH_KERNEL_X86_CRC_PCLMUL_H

#include "../generic/crc.h"
#include "features.h"

#define RILL_PCLMUL [[gnu::target("pclmul,sse4.1")]]

namespace rill::inline RILL_BUILD::detail {

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

namespace pclmul {

typedef long long longs __attribute__((vector_size(16)));
typedef long long loose_longs
    __attribute__((vector_size(16), aligned(1), may_alias));

RILL_PCLMUL RILL_ALWAYS_INLINE longs load(unsigned char const* from) noexcept {
  return *reinterpret_cast<loose_longs const*>(from);
}

// What 16 bytes are worth so many bits later. The first eight stand 64 bits
// further up.
template <std::uint32_t Poly, int Bits>
RILL_PCLMUL RILL_ALWAYS_INLINE longs moved(longs v) noexcept {
  constexpr auto first = static_cast<long long>(crc_power<Poly>(Bits + 64));
  constexpr auto second = static_cast<long long>(crc_power<Poly>(Bits));
  longs const factors = {first, second};
  return __builtin_ia32_pclmulqdq128(v, factors, 0x00) ^
         __builtin_ia32_pclmulqdq128(v, factors, 0x11);
}

// The sum of 16 bytes in a register and of what is left.
template <std::uint32_t Poly>
RILL_PCLMUL inline std::uint32_t ended(longs v, unsigned char const* bytes,
                                       std::size_t count) noexcept {
  for (; count >= 16; count -= 16, bytes += 16)
    v = moved<Poly, 128>(v) ^ load(bytes);
  unsigned char last[16];
  __builtin_memcpy(last, &v, 16);
  return crc_in_eights<Poly>(crc_in_eights<Poly>(0, last, 16), bytes, count);
}

}  // namespace pclmul

// Requires count >= 64.
template <std::uint32_t Poly>
RILL_PCLMUL std::uint32_t crc_pclmul(std::uint32_t sum,
                                     unsigned char const* bytes,
                                     std::size_t count) noexcept {
  using namespace pclmul;
  longs const start = {static_cast<long long>(sum), 0};
  longs a = load(bytes) ^ start;
  longs b = load(bytes + 16);
  longs c = load(bytes + 32);
  longs d = load(bytes + 48);
  for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64) {
    a = moved<Poly, 512>(a) ^ load(bytes);
    b = moved<Poly, 512>(b) ^ load(bytes + 16);
    c = moved<Poly, 512>(c) ^ load(bytes + 32);
    d = moved<Poly, 512>(d) ^ load(bytes + 48);
  }
  return ended<Poly>(
      moved<Poly, 384>(a) ^ moved<Poly, 256>(b) ^ moved<Poly, 128>(c) ^ d,
      bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_PCLMUL

#endif
