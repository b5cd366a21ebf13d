// rill/hash/kernel/x86/swapped_order.h: which byte of each lane of 16 goes
// where when the bytes of words are turned around.
//
// Floor 2. Tests: test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_SWAPPED_ORDER_H
#define RILL_HASH_KERNEL_X86_SWAPPED_ORDER_H

#include "../../bytes.h"

namespace rill::inline RILL_BUILD::detail {

struct word_order {
  alignas(64) char of[64];
};
template <std::size_t Size>
inline constexpr word_order swapped_order = [] {
  word_order made = {};
  for (std::size_t i = 0; i != 64; ++i)
    made.of[i] = static_cast<char>(i % 16 / Size * Size + Size - 1 - i % Size);
  return made;
}();
}  // namespace rill::inline RILL_BUILD::detail

#endif
