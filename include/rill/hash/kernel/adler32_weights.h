// rill/hash/kernel/adler32_weights.h: how often the second sum of Adler-32
// counts each byte of a step.
//
// Floor 2. constexpr. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ADLER32_WEIGHTS_H
#define RILL_HASH_KERNEL_ADLER32_WEIGHTS_H

#include "generic/adler32.h"

namespace rill::inline RILL_BUILD::detail {

// The bytes of a call of a kernel: at least a register of 16, and at most 1,024
// steps of 64. In a word of 32 bits a step adds at most 32 * 255 to the sum of
// the bytes and 616 * 255 to that of the weighted ones (levels/adler32.h, with
// registers of 16 bytes); the former is added up before each step.
inline constexpr std::size_t adler32_least = 16;
inline constexpr std::size_t adler32_most = 1024 * 64;
static_assert(1024ull * 1023 / 2 * (32 * 255) < 1ull << 32);
static_assert(1024ull * (616 * 255) < 1ull << 32);

// 64 to 1, then zeros: the weights of `count` bytes, and of 64 - count that are
// not taken.
alignas(64) inline constexpr signed char adler32_weight[128] = {
    64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49,
    48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33,
    32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,
    16, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1};
inline signed char const* adler32_weights(std::size_t count) noexcept {
  return adler32_weight + 64 - count;
}

// The sum after `count` bytes that add `plain` to the first sum and, beside
// what was there, `weighted` to the second.
inline std::uint32_t adler32_after(std::uint32_t sum, std::size_t count,
                                   std::uint64_t plain,
                                   std::uint64_t weighted) noexcept {
  std::uint64_t const a = sum & 0xffff, b = sum >> 16;
  std::uint64_t const new_a = (a + plain) % adler32_modulus;
  std::uint64_t const new_b = (b + a * count + weighted) % adler32_modulus;
  return static_cast<std::uint32_t>(new_b << 16 | new_a);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
