// rill/unicode/kernel/x86/validate_utf8_ssse3.h: validation of UTF-8 with
// SSSE3.
//
// Floor 2.
// All combinations of three nibbles at once (utf8_pieces.h): 9.7 GB/s of
// anything but ASCII.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_SSSE3_H

#include "utf8_ssse3.h"

namespace rill::inline RILL_BUILD::detail {

template <class = void>
struct utf8_validation_ssse3 : utf8_ssse3 {
  static constexpr int step = 64;

  RILL_UTF8_SSSE3 static char const* run(char const* begin, char const* in,
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
          check(in == begin ? look(ubytes{}, first) : look_back(in)).wrong |
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
struct validation_kernel<form::utf8, cpu::ssse3> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return validate_in_steps<utf8_validation_ssse3<>>(in, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
