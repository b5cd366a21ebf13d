// rill/memory/find_byte.h: the first occurrence of a byte.
//
// Layer 1. Pure, no allocation, constexpr. Tests:
// test/memory/count_byte_test.cpp.
#ifndef RILL_MEMORY_FIND_BYTE_H
#define RILL_MEMORY_FIND_BYTE_H

#include <cstddef>      // std::size_t
#include <type_traits>  // std::is_constant_evaluated

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// Returns a pointer to the first byte in [first, last) that is equal to
/// `byte`, or `last`. Cost: one memchr; a loop without a C library.
constexpr char const* find_byte(char const* first, char const* last,
                                char byte) noexcept {
#if RILL_HOSTED
  if (!std::is_constant_evaluated()) {
    if (first == last) return last;  // both may be null
    void const* const found =
        __builtin_memchr(first, byte, static_cast<std::size_t>(last - first));
    return found ? static_cast<char const*>(found) : last;
  }
#endif
  while (first != last && *first != byte) ++first;
  return first;
}

}  // namespace rill::inline RILL_BUILD

#endif
