// rill/number/kernel/many.h: which kernel reads many integers.
//
// Floor 2. The pointer starts at a chooser and replaces itself by the kernel
// for this processor. Tests: test/number/bulk_test.cpp.
#ifndef RILL_NUMBER_KERNEL_MANY_H
#define RILL_NUMBER_KERNEL_MANY_H

#include "../../memory/dispatch.h"
#include "generic/many.h"
#if RILL_X86_64
#include "x86/many.h"
#include "x86/many_avx512.h"
#endif

namespace rill::inline RILL_BUILD {
namespace detail {

#if RILL_X86_64
template <integer T>
using many_reader = bulk_result (*)(char const*, char const*, T*,
                                    std::size_t) noexcept;
template <integer T>
[[gnu::cold]] bulk_result choose_many(char const* first, char const* last,
                                      T* out, std::size_t count) noexcept;
template <integer T>
inline many_reader<T> many_now = choose_many<T>;

// Two threads may both choose: they store the same pointer.
template <integer T>
bulk_result choose_many(char const* first, char const* last, T* out,
                        std::size_t count) noexcept {
  many_reader<T> const chosen = has_vbmi2() ? many_avx512<T> : many_sse2<T>;
  __atomic_store_n(&many_now<T>, chosen, __ATOMIC_RELAXED);
  return chosen(first, last, out, count);
}
#endif

template <integer T>
RILL_ALWAYS_INLINE bulk_result many(char const* first, char const* last, T* out,
                                    std::size_t count) noexcept {
#if RILL_X86_64
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
#if defined(__AVX512VBMI2__) && !RILL_CPU_OVERRIDE
    if constexpr (baseline_cpu >= cpu::avx512)
      return many_avx512(first, last, out, count);
#endif
    return __atomic_load_n(&many_now<T>, __ATOMIC_RELAXED)(first, last, out,
                                                           count);
  }
#endif
  return many_generic(first, last, out, count);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
