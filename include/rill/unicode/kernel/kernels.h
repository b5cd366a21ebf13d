// rill/unicode/kernel/kernels.h: all kernels of this module, and the dispatch
// to the one for this processor.
//
// Layer 2. Tests: test/unicode/kernel_test.cpp.
#ifndef RILL_UNICODE_KERNEL_KERNELS_H
#define RILL_UNICODE_KERNEL_KERNELS_H

#include "kernel.h"
#if RILL_X86_64
#include "x86/avx2.h"
#include "x86/to_utf8_avx512.h"
#include "x86/ssse3.h"
#include "x86/utf16_to_utf8_avx512.h"
#include "x86/from_utf8_avx512.h"
#include "x86/utf8_to_utf32_avx512.h"
#endif
#if RILL_NEON
#include "arm/neon.h"
#endif

namespace rill::inline RILL_BUILD::detail {

template <form From, form To>
struct conversion_of {
  template <cpu Level>
  using at = conversion_kernel<From, To, Level>;

  static kernel_progress none(char const* in, char const*, char* out,
                              char*) noexcept {
    return {in, out};
  }
  // Two threads may both select: they store the same pointer.
  [[gnu::cold]] static kernel_progress choose(char const* in,
                                              char const* in_end, char* out,
                                              char* out_end) noexcept {
    converter const found = kernel_up_to<converter, at>(cpu_level());
    converter const chosen = found ? found : none;
    __atomic_store_n(&now, chosen, __ATOMIC_RELAXED);
    return chosen(in, in_end, out, out_end);
  }
  static inline converter now = choose;
};

template <form Form>
struct validation_of {
  template <cpu Level>
  using at = validation_kernel<Form, Level>;

  static char const* none(char const* in, char const*) noexcept { return in; }
  [[gnu::cold]] static char const* choose(char const* in,
                                          char const* in_end) noexcept {
    checker const found = kernel_up_to<checker, at>(cpu_level());
    checker const chosen = found ? found : none;
    __atomic_store_n(&now, chosen, __ATOMIC_RELAXED);
    return chosen(in, in_end);
  }
  static inline checker now = choose;
};

template <form From, form To>
struct unit_count_of {
  template <cpu Level>
  using at = count_kernel<From, To, Level>;

  [[gnu::cold]] static std::size_t choose(char const* in,
                                          char const* in_end) noexcept {
    counter const chosen = kernel_up_to<counter, at>(cpu_level());
    __atomic_store_n(&now, chosen, __ATOMIC_RELAXED);
    return chosen(in, in_end);
  }
  static inline counter now = choose;
};

// Converts a prefix of [in, in_end), as far as the kernel for this processor
// goes.
template <form From, form To>
kernel_progress convert_fast(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
  return __atomic_load_n(&conversion_of<From, To>::now, __ATOMIC_RELAXED)(
      in, in_end, out, out_end);
}

template <form Form>
char const* skip_valid(char const* in, char const* in_end) noexcept {
  return __atomic_load_n(&validation_of<Form>::now, __ATOMIC_RELAXED)(in,
                                                                      in_end);
}

// The number of units of To that [in, in_end) becomes. Requires well-formed
// text.
template <form From, form To>
std::size_t count_units(char const* in, char const* in_end) noexcept {
  return __atomic_load_n(&unit_count_of<From, To>::now, __ATOMIC_RELAXED)(
      in, in_end);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
