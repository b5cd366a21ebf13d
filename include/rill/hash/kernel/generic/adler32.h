// rill/hash/kernel/generic/adler32.h: Adler-32, byte by byte, and the weights
// of its sums.
//
// Layer 2. Tests: test/hash/crc_test.cpp, test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_ADLER32_H
#define RILL_HASH_KERNEL_GENERIC_ADLER32_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint32_t

#include "../../../base/config.h"

// Adler-32, byte by byte.
//
// No allocation, constexpr. Source: RFC 1950, 8.2, 9.

namespace rill::inline RILL_BUILD::detail {

// The largest prime below 2^16.
inline constexpr std::uint32_t adler32_modulus = 65521;

// sum is b << 16 | a.
template <class Byte>
constexpr std::uint32_t adler32_plain(std::uint32_t sum, Byte const* bytes,
                                      std::size_t count) noexcept {
  // Up to this number of bytes of 255, b stays below 2^32 (RFC 1950, 9).
  constexpr std::size_t most = 5552;
  std::uint32_t a = sum & 0xffff, b = sum >> 16;
  for (std::size_t at = 0; at != count;) {
    std::size_t const left = count - at;
    std::size_t const end = at + (left < most ? left : most);
    for (; at != end; ++at) {
      a += static_cast<unsigned char>(bytes[at]);
      b += a;
    }
    a %= adler32_modulus;
    b %= adler32_modulus;
  }
  return b << 16 | a;
}

// The weights of the bytes of a step in Adler-32's second sum.
//
// constexpr.

// The bytes of one call of a kernel: at least a register of 16, and at most
// 1,024 steps of 64, so that elements of 32 bits do not overflow. With
// registers of 16 bytes, a step adds at most 32 * 255 to an element of `plain`
// and 616 * 255 to one of `weighted` (levels/adler32.h). `before` adds up
// `plain` at the start of each step.
inline constexpr std::size_t adler32_least = 16;
inline constexpr std::size_t adler32_most = 1024 * 64;
static_assert(1024ull * 1023 / 2 * (32 * 255) < 1ull << 32);
static_assert(1024ull * (616 * 255) < 1ull << 32);

// 64 to 1, then zeros: weights for `count` bytes of a step, and 0 for the 64 -
// count that do not belong to it.
alignas(64) inline constexpr signed char adler32_weight[128] = {
    64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49,
    48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33,
    32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,
    16, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1};
inline signed char const* adler32_weights(std::size_t count) noexcept {
  return adler32_weight + 64 - count;
}

// The sum after `count` more bytes. They add `plain` to the first sum; they add
// `weighted`, and the first sum `count` times, to the second.
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
