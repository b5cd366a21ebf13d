// rill/hash/kernel/generic/crc.h: cyclic redundancy checks by tables.
//
// Floor 2. No allocation, constexpr. Source: D. Sarwate, "Computation of cyclic
// redundancy checks via table look-up" (1988); for eight bytes at once
// M. Kounavis and F. Berry (2005). Tests: test/hash/crc_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_CRC_H
#define RILL_HASH_KERNEL_GENERIC_CRC_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../bytes.h"

namespace rill::inline RILL_BUILD::detail {

constexpr std::uint64_t reflected(std::uint64_t bits, int width) noexcept {
  std::uint64_t turned = 0;
  for (int i = 0; i != width; ++i)
    if ((bits >> i & 1) != 0) turned |= std::uint64_t{1} << (width - 1 - i);
  return turned;
}

// What a byte adds to the sum, where so many zero bytes follow it.
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
