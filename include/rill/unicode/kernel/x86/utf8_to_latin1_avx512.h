// rill/unicode/kernel/x86/utf8_to_latin1_avx512.h: UTF-8 to ISO 8859-1 with
// AVX-512, up to the first character that it does not have.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Twice as fast as
// with AVX2 where every sixth character is not ASCII. Tests:
// test/unicode/kernel/avx512_test.cpp; figures: bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_AVX512_H

#include "from_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct latin1_sink {
  static constexpr int size = 1;
  static constexpr bool halves = false;
  static constexpr bool runs = false;

  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out) noexcept {
    store(out, v);
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out,
                                           std::uint64_t units) noexcept {
    store(out, v, bits_below(units));
  }
  // All characters but ASCII begin with C2 or C3.
  RILL_AVX512_INLINE static void find(utf8_block& b,
                                      utf8_carry& carry) noexcept {
    byte_mask const from_c0 = not_below(b.now, 0xC0);
    b.lead = equal_bytes(b.now & fill(0xFE), fill(0xC2));
    b.wrong = (from_c0 ^ b.lead) |
              ((b.upper ^ from_c0) ^ (b.lead * 2 + carry.unfinished));
    carry.unfinished = b.lead >> 63;
  }
  RILL_AVX512_INLINE static byte_mask ends(utf8_block const& b) noexcept {
    return ~b.lead;
  }
  RILL_AVX512_INLINE static void put(utf8_block const& b, byte_mask ends,
                                     char* out, std::size_t room,
                                     std::uint64_t units) noexcept {
    bytes const low = sum(b.now, pick_or(b.upper, load(utf8_table<>.low_6),
                                         b.one_before, bytes{}));
    if (RILL_LIKELY(room >= 64))
      store(out, compress(ends, low));
    else
      store(out, compress(ends, low), bits_below(units));
  }
};

}  // namespace avx512

template <form To>
  requires(To == form::latin1)
struct conversion_kernel<form::utf8, To, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::from_utf8<avx512::latin1_sink>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
