// test/support/bfloat16.h: switches __bf16 on where only a function of the
// compiler's runtime library is missing. To be included before the library.
#ifndef RILL_TEST_SUPPORT_BFLOAT16_H
#define RILL_TEST_SUPPORT_BFLOAT16_H

#if defined(__clang__) && defined(__x86_64__) && !defined(RILL_BFLOAT16)
#define RILL_BFLOAT16 1
#endif

#include <cstdint>  // std::uint16_t

#include "rill/base/config.h"

#if defined(__clang__) && RILL_BFLOAT16
// Clang passes a __bf16 as a float that is made one again by this function,
// which libgcc has from version 13 on. What is passed is exact.
extern "C" [[gnu::weak, gnu::used]] inline __bf16 __truncsfbf2(float x) {
  auto const bits = __builtin_bit_cast(std::uint32_t, x);
  return __builtin_bit_cast(__bf16, static_cast<std::uint16_t>(bits >> 16));
}
#endif

#endif
