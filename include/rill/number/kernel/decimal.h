// rill/number/kernel/decimal.h: which kernel writes long decimals.
//
// Floor 2. The pointer starts at a chooser and replaces itself by the kernel
// for this processor. Tests: test/number/decimal_test.cpp.
#ifndef RILL_NUMBER_KERNEL_DECIMAL_H
#define RILL_NUMBER_KERNEL_DECIMAL_H

#include "../../memory/dispatch.h"
#include "generic/decimal.h"
#if RILL_X86_64
#include "x86/decimal.h"
#endif

namespace rill::inline RILL_BUILD {
namespace detail {

#if !RILL_X86_64
RILL_ALWAYS_INLINE char* write_long(char* out, std::uint64_t n) noexcept {
  return write_long_generic(out, n);
}
#else
using long_writer = char* (*)(char*, std::uint64_t) noexcept;
[[gnu::cold]] inline char* choose_long_writer(char* out,
                                              std::uint64_t n) noexcept;
inline long_writer long_writer_now = choose_long_writer;

// Two threads may both choose: they store the same pointer.
inline char* choose_long_writer(char* out, std::uint64_t n) noexcept {
  long_writer const chosen =
      cpu_level() >= cpu::avx512 ? write_long_avx512 : write_long_generic;
  __atomic_store_n(&long_writer_now, chosen, __ATOMIC_RELAXED);
  return chosen(out, n);
}

// Writes any n; at most 20 bytes are stored.
RILL_ALWAYS_INLINE char* write_long(char* out, std::uint64_t n) noexcept {
#if RILL_CPU_OVERRIDE
  constexpr bool known = false;
#else
  constexpr bool known = baseline_cpu >= cpu::avx512;
#endif
  if constexpr (known) return write_long_avx512(out, n);
  return __atomic_load_n(&long_writer_now, __ATOMIC_RELAXED)(out, n);
}
#endif

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
