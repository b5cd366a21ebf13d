// rill/unicode/kernel/x86/validate_utf8_avx512.h: how far a text is UTF-8,
// with AVX-512.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Masked loads
// make texts of 24 bytes 1.7 to 3.7 times as fast as with AVX2; from some
// hundred bytes on both take 2.9 ns for 64 bytes on Zen 4. Tests:
// test/unicode/kernel/avx512_test.cpp; figures: bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_VALIDATE_UTF8_AVX512_H

#include "from_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {

template <form Form>
  requires(Form == form::utf8)
struct validation_kernel<Form, cpu::avx512> {
  RILL_AVX512 static char const* run(char const* in,
                                     char const* in_end) noexcept {
    using namespace avx512;
    char const* at = in;
    utf8_carry carry;
    utf8_block b;
    while (at != in_end) {
      auto const left = static_cast<std::uint64_t>(in_end - at);
      b.now = avx512::load_now(at, left);
      b.upper = upper_bits(b.now);
      bool const whole = left >= 64;
      if ((b.upper | carry.unfinished) == 0) {
        if (!whole) return in_end;
        at = skip_ascii(at + 64, in_end);
        continue;
      }
      avx512::load_before(b, in, at, left);
      find_characters(b, carry);
      if (RILL_UNLIKELY(b.wrong != 0 || !whole)) {
        byte_mask const stop = b.wrong | ~bits_below(left);
        at += width(~b.unfinished & bits_below(first_bit(stop)));
        break;
      }
      at += 64;
    }
    return at - avx512::begun(in, at);
  }

 private:
  // Skips whole blocks.
  RILL_AVX512_INLINE static char const* skip_ascii(
      char const* at, char const* in_end) noexcept {
    using namespace avx512;
    while (in_end - at >= 256) {
      bytes const all =
          load(at) | load(at + 64) | load(at + 128) | load(at + 192);
      if (upper_bits(all) != 0) break;
      at += 256;
    }
    while (in_end - at >= 64 && upper_bits(load(at)) == 0) at += 64;
    return at;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
