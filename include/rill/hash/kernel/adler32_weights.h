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

// 64 to 1, then zeros: `from(n)` are the weights of n bytes, and of 64 that are
// not taken.
struct adler32_weights {
  alignas(64) signed char of[128];

  signed char const* from(std::size_t count) const noexcept {
    return of + 64 - count;
  }
};
inline constexpr adler32_weights adler32_weight = [] {
  adler32_weights made = {};
  for (int i = 0; i != 64; ++i) made.of[i] = static_cast<signed char>(64 - i);
  return made;
}();

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
