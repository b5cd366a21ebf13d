// rill/hash/kernel/arm/words.h: words of a message in vectors.
//
// Floor 2. 64-bit ARM. Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_WORDS_H
#define RILL_HASH_KERNEL_ARM_WORDS_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "../../../base/config.h"
#include "../../../memory/kernel/shuffle.h"

namespace rill::inline RILL_BUILD::detail::arm {

typedef unsigned char bytes __attribute__((vector_size(16)));
typedef std::uint32_t words __attribute__((vector_size(16)));
typedef std::uint64_t long_words __attribute__((vector_size(16)));

RILL_ALWAYS_INLINE words load_words(void const* from) noexcept {
  words made;
  __builtin_memcpy(&made, from, sizeof made);
  return made;
}
RILL_ALWAYS_INLINE words load_big_words(unsigned char const* from) noexcept {
  auto const v = reinterpret_cast<bytes>(load_words(from));
  return reinterpret_cast<words>(
      RILL_SHUFFLE(v, v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}
RILL_ALWAYS_INLINE long_words load_long_words(void const* from) noexcept {
  return reinterpret_cast<long_words>(load_words(from));
}
RILL_ALWAYS_INLINE long_words
load_big_long_words(unsigned char const* from) noexcept {
  auto const v = reinterpret_cast<bytes>(load_words(from));
  return reinterpret_cast<long_words>(
      RILL_SHUFFLE(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

}  // namespace rill::inline RILL_BUILD::detail::arm

#endif
