// rill/number/kernel/shortest.h: which kernel writes shortest texts.
//
// Floor 2. Tests: test/number/shortest_test.cpp.
#ifndef RILL_NUMBER_KERNEL_SHORTEST_H
#define RILL_NUMBER_KERNEL_SHORTEST_H

#include "../../base/each_type.h"
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

#if RILL_COMPILED
#define RILL_WRITE(T) \
  RILL_EXTERN template char* write_fast<T>(char*, T) noexcept;
RILL_EACH_FLOAT(RILL_WRITE)
#if RILL_LONG_DOUBLE_BITS <= 53
RILL_WRITE(long double)
#endif
#if defined(__STDCPP_FLOAT32_T__)
RILL_WRITE(decltype(0.0f32))
#endif
#if defined(__STDCPP_FLOAT64_T__)
RILL_WRITE(decltype(0.0f64))
#endif
#if RILL_FLOAT16
RILL_WRITE(_Float16)
#endif
#if RILL_BFLOAT16
RILL_WRITE(__bf16)
#endif
#undef RILL_WRITE
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
