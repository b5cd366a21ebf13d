// rill/unicode/kernel/x86/validate_utf8_sse2.h: validation of UTF-8 with
// SSE2.
//
// Floor 2.
// By comparisons: 11 GB/s of characters of up to two bytes, 6.6 of longer
// ones; character by character 1.8.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_SSE2_H
#define RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_SSE2_H

#include "utf8_sse2.h"

namespace rill::inline RILL_BUILD::detail {

template <class = void>
struct utf8_validation_sse2 : utf8_sse2 {
  static constexpr int step = 64;

  static char const* run(char const* begin, char const* in,
                         char const* in_end) noexcept {
    while (in_end - in >= step) {
      ubytes const first = load(in);
      ubytes const second = load(in + 16);
      ubytes const third = load(in + 32);
      ubytes const fourth = load(in + 48);
      if (bits(first | second | third | fourth) == 0) {
        if (bytes_of_cut_utf8(begin, in) != 0) break;
        in += step;
        while (in_end - in >= step && bits(load(in) | load(in + 16) |
                                           load(in + 32) | load(in + 48)) == 0)
          in += step;
        continue;
      }
      ubytes const wrong =
          check(in == begin ? look_first(in) : look_back(in)).wrong |
          check(look_back(in + 16)).wrong | check(look_back(in + 32)).wrong |
          check(look_back(in + 48)).wrong;
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
    }
    return in - bytes_of_cut_utf8(begin, in);
  }
};

template <>
struct validation_kernel<form::utf8, cpu::sse2> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return validate_in_steps<utf8_validation_sse2<>>(in, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
