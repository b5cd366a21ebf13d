// rill/hash/kernel/arm/crc.h: CRC-32 and CRC-32C by the instructions for them.
//
// Layer 2. 64-bit ARM with CRC32, and with PMULL for crc_arm_runs. An
// instruction adds eight bytes and has a latency of two or three cycles. So
// three runs of bytes are summed at once, and two carry-less multiplications
// move the sums of the first two to the end of the third. For 16 bytes that is
// two instructions. Folding by multiplication, as on x86, would take two
// multiplications and two additions, and a polynomial reduction at the end.
// Source: Arm Architecture Reference Manual, C6; V. Gopal et al., "Fast CRC
// computation for iSCSI polynomial using CRC32 instruction" (Intel, 2011).
// Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_CRC_H
#define RILL_HASH_KERNEL_ARM_CRC_H

#include "../generic/crc.h"
#include "../features.h"

#define RILL_CRC [[gnu::target("+crc")]]
#define RILL_CRC_PMULL [[gnu::target("+crc+crypto")]]

namespace rill::inline RILL_BUILD::detail {

namespace arm_crc {

typedef std::uint64_t longs __attribute__((vector_size(16)));

template <std::uint32_t Poly>
inline constexpr bool is_known = Poly == iso_hdlc || Poly == castagnoli;

template <std::uint32_t Poly>
RILL_CRC RILL_ALWAYS_INLINE std::uint32_t next(std::uint32_t sum,
                                               std::uint64_t word) noexcept {
  if constexpr (Poly == castagnoli)
    asm("crc32cx %w0, %w1, %x2" : "=r"(sum) : "r"(sum), "r"(word));
  else
    asm("crc32x %w0, %w1, %x2" : "=r"(sum) : "r"(sum), "r"(word));
  return sum;
}
template <std::uint32_t Poly>
RILL_CRC RILL_ALWAYS_INLINE std::uint32_t next_byte(
    std::uint32_t sum, unsigned char byte) noexcept {
  std::uint32_t const word = byte;
  if constexpr (Poly == castagnoli)
    asm("crc32cb %w0, %w1, %w2" : "=r"(sum) : "r"(sum), "r"(word));
  else
    asm("crc32b %w0, %w1, %w2" : "=r"(sum) : "r"(sum), "r"(word));
  return sum;
}

// Moves a sum `Size` bytes on: returns the value to add to the eight bytes that
// end there.
template <std::uint32_t Poly, std::size_t Size>
RILL_CRC_PMULL RILL_ALWAYS_INLINE std::uint64_t moved(
    std::uint32_t sum) noexcept {
  longs const from = {sum, 0};
  longs const factor = {crc_power<Poly>(8 * static_cast<int>(Size) - 32) >> 32,
                        0};
  longs product;
  asm("pmull %0.1q, %1.1d, %2.1d" : "=w"(product) : "w"(from), "w"(factor));
  return product[0];
}

// Sums three runs of `Size` bytes at a time, while there are enough bytes.
template <std::uint32_t Poly, std::size_t Size>
RILL_CRC_PMULL RILL_ALWAYS_INLINE std::uint32_t take_runs(
    std::uint32_t sum, unsigned char const*& bytes,
    std::size_t& count) noexcept {
  for (; count >= 3 * Size; count -= 3 * Size, bytes += 3 * Size) {
    std::uint32_t second = 0, third = 0;
    for (std::size_t i = 0; i != Size - 8; i += 8) {
      sum = next<Poly>(sum, load_little<std::uint64_t>(bytes + i));
      second = next<Poly>(second, load_little<std::uint64_t>(bytes + Size + i));
      third =
          next<Poly>(third, load_little<std::uint64_t>(bytes + 2 * Size + i));
    }
    sum = next<Poly>(sum, load_little<std::uint64_t>(bytes + Size - 8));
    second =
        next<Poly>(second, load_little<std::uint64_t>(bytes + 2 * Size - 8));
    sum = next<Poly>(third, load_little<std::uint64_t>(bytes + 3 * Size - 8) ^
                                moved<Poly, 2 * Size>(sum) ^
                                moved<Poly, Size>(second));
  }
  return sum;
}

}  // namespace arm_crc

template <std::uint32_t Poly>
RILL_CRC std::uint32_t crc_arm(std::uint32_t sum, unsigned char const* bytes,
                               std::size_t count) noexcept {
  for (; count >= 8; count -= 8, bytes += 8)
    sum = arm_crc::next<Poly>(sum, load_little<std::uint64_t>(bytes));
  for (; count != 0; --count) sum = arm_crc::next_byte<Poly>(sum, *bytes++);
  return sum;
}

template <std::uint32_t Poly>
RILL_CRC_PMULL std::uint32_t crc_arm_runs(std::uint32_t sum,
                                          unsigned char const* bytes,
                                          std::size_t count) noexcept {
  sum = arm_crc::take_runs<Poly, 1024>(sum, bytes, count);
  sum = arm_crc::take_runs<Poly, 256>(sum, bytes, count);
  sum = arm_crc::take_runs<Poly, 64>(sum, bytes, count);
  return crc_arm<Poly>(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_CRC_PMULL
#undef RILL_CRC

#endif
