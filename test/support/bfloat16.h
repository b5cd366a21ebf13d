// test/support/bfloat16.h: defines the conversion that libgcc before version 13
// lacks, so that tests can use __bf16. Include it before rill's headers.
#ifndef RILL_TEST_SUPPORT_BFLOAT16_H
#define RILL_TEST_SUPPORT_BFLOAT16_H

#if defined(__clang__) && defined(__x86_64__) && !defined(RILL_BFLOAT16)
#define RILL_BFLOAT16 1
#endif

#include <cstdint>  // std::uint16_t

#include "rill/base/config.h"

#if defined(__clang__) && RILL_BFLOAT16
// Clang passes a __bf16 as a float and converts it back by this function, which
// libgcc has since version 13. The float is exact, so that truncation suffices.
extern "C" [[gnu::weak, gnu::used]] inline __bf16 __truncsfbf2(float x) {
  auto const bits = __builtin_bit_cast(std::uint32_t, x);
  return __builtin_bit_cast(__bf16, static_cast<std::uint16_t>(bits >> 16));
}
#endif

#endif
