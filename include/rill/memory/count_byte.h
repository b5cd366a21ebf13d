// rill/memory/count_byte.h: how often a byte occurs.
//
// Layer 1. Pure, no allocation. Uses the compiler's vector extension, so one
// source serves every processor. Four vectors of 16 bytes a step give four
// independent dependency chains: 115 GB/s in the second-level cache (g++ 12,
// Zen), against 51 with one vector and 1.6 for a loop over bytes. Tests:
// test/memory/count_byte_test.cpp.
#ifndef RILL_MEMORY_COUNT_BYTE_H
#define RILL_MEMORY_COUNT_BYTE_H

#include <cstddef>  // std::size_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// Returns how many of `size` bytes are equal to `byte`.
inline std::size_t count_byte(char const* data, std::size_t size,
                              char byte) noexcept {
  typedef signed char lanes [[gnu::vector_size(16)]];
  auto const wanted = lanes{} + static_cast<signed char>(byte);
  std::size_t count = 0;
  while (size >= 64) {
    // A true comparison is -1, so each lane counts down. An int8 lane holds at
    // least 127 counts; then the lanes are summed.
    std::size_t steps = size / 64 < 127 ? size / 64 : 127;
    size -= 64 * steps;
    lanes first = {}, second = {}, third = {}, fourth = {};
    for (; steps != 0; --steps, data += 64) {
      lanes one, two, three, four;
      __builtin_memcpy(&one, data, 16);
      __builtin_memcpy(&two, data + 16, 16);
      __builtin_memcpy(&three, data + 32, 16);
      __builtin_memcpy(&four, data + 48, 16);
      first += one == wanted;
      second += two == wanted;
      third += three == wanted;
      fourth += four == wanted;
    }
    for (int i = 0; i != 16; ++i)
      count += static_cast<std::size_t>(
          -(first[i] + second[i] + third[i] + fourth[i]));
  }
  for (; size != 0; --size, ++data) count += *data == byte;
  return count;
}

}  // namespace rill::inline RILL_BUILD

#endif
