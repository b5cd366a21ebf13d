// rill/number/kernel/shortest.h: which kernel writes shortest texts.
//
// Floor 2. Tests: test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_KERNEL_SHORTEST_H
#define RILL_NUMBER_KERNEL_SHORTEST_H

#include "generic/shortest.h"
#if RILL_X86_64
#include "x86/shortest.h"
#endif

namespace rill::inline RILL_BUILD::detail {

template <class T>
RILL_ALWAYS_INLINE char* write_fast(char* out, T x) noexcept {
#if RILL_X86_64
  return write_shortest_sse2(out, x);
#else
  return write_shortest_generic(out, x);
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
