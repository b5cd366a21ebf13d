// rill/hash/kernel/x86/crc_avx512.h: reflected sums of 32 bits, 256 bytes at
// a time.
//
// Floor 2. x86-64 with cpu::avx512 and VPCLMULQDQ. Tests:
// test/hash/crc_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC_AVX512_H
#define RILL_HASH_KERNEL_X86_CRC_AVX512_H

#include "crc_pclmul.h"

#define RILL_VPCLMUL \
  [[gnu::target("avx512f,avx512bw,avx512vl,avx512dq,vpclmulqdq,pclmul")]]

namespace rill::inline RILL_BUILD::detail {

namespace vpclmul {

typedef long long longs __attribute__((vector_size(64)));
typedef long long loose_longs
    __attribute__((vector_size(64), aligned(1), may_alias));

RILL_VPCLMUL RILL_ALWAYS_INLINE longs load(unsigned char const* from) noexcept {
  return *reinterpret_cast<loose_longs const*>(from);
}

// Four times pclmul::moved.
template <std::uint32_t Poly, int Bits>
RILL_VPCLMUL RILL_ALWAYS_INLINE longs moved(longs v) noexcept {
  constexpr auto a = static_cast<long long>(crc_power<Poly>(Bits + 64));
  constexpr auto b = static_cast<long long>(crc_power<Poly>(Bits));
  longs const factors = {a, b, a, b, a, b, a, b};
#if defined(__clang__)
  return __builtin_ia32_pclmulqdq512(v, factors, 0x00) ^
         __builtin_ia32_pclmulqdq512(v, factors, 0x11);
#else
  return __builtin_ia32_vpclmulqdq_v8di(v, factors, 0x00) ^
         __builtin_ia32_vpclmulqdq_v8di(v, factors, 0x11);
#endif
}

struct lanes {
  pclmul::longs of[4];
};

}  // namespace vpclmul

// Requires count >= 256.
template <std::uint32_t Poly>
RILL_VPCLMUL std::uint32_t crc_avx512(std::uint32_t sum,
                                      unsigned char const* bytes,
                                      std::size_t count) noexcept {
  using namespace vpclmul;
  longs const start = {static_cast<long long>(sum)};
  longs a = load(bytes) ^ start;
  longs b = load(bytes + 64);
  longs c = load(bytes + 128);
  longs d = load(bytes + 192);
  for (bytes += 256, count -= 256; count >= 256; bytes += 256, count -= 256) {
    a = moved<Poly, 2048>(a) ^ load(bytes);
    b = moved<Poly, 2048>(b) ^ load(bytes + 64);
    c = moved<Poly, 2048>(c) ^ load(bytes + 128);
    d = moved<Poly, 2048>(d) ^ load(bytes + 192);
  }
  longs v =
      moved<Poly, 1536>(a) ^ moved<Poly, 1024>(b) ^ moved<Poly, 512>(c) ^ d;
  for (; count >= 64; bytes += 64, count -= 64)
    v = moved<Poly, 512>(v) ^ load(bytes);
  lanes const parts = __builtin_bit_cast(lanes, v);
  auto const& lane = parts.of;
  return pclmul::ended<Poly>(pclmul::moved<Poly, 384>(lane[0]) ^
                                 pclmul::moved<Poly, 256>(lane[1]) ^
                                 pclmul::moved<Poly, 128>(lane[2]) ^ lane[3],
                             bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_VPCLMUL

#endif
