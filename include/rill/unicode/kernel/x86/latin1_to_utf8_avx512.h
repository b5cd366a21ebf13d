// rill/unicode/kernel/x86/latin1_to_utf8_avx512.h: ISO 8859-1 to UTF-8 with
// AVX-512.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Tests:
// test/unicode/kernel/avx512_test.cpp; figures: bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_LATIN1_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_LATIN1_TO_UTF8_AVX512_H

#include "to_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

// Each byte twice.
struct twice_table {
  table half[2];
};
constexpr twice_table make_twice_table() noexcept {
  twice_table made{};
  for (int i = 0; i != 64; ++i)
    for (int half = 0; half != 2; ++half)
      made.half[half].at[i] = static_cast<char>(32 * half + i / 2);
  return made;
}
template <class = void>
inline constexpr twice_table twice = make_twice_table();

// Bytes of ISO 8859-1 as two bytes each, and the mask of those that stay:
// what is not ASCII is C2 or C3 and a continuation.
RILL_AVX512_INLINE std::uint64_t put_latin1(bytes v, unsigned half,
                                            std::uint64_t size, char*& out,
                                            char* out_end) noexcept {
  bytes const both = pick(v, load(twice<>.half[half]));
  byte_mask const upper = upper_bits(both);
  // The first of two: C2 and bit 6. The second: bit 7 is set already.
  bytes const lead =
      reinterpret_cast<bytes>((reinterpret_cast<uwords>(both) >> 6 & 1) + 0xC2);
  bytes const two = choose(upper & ~0ull / 3, lead, both & fill(0xBF));
  bytes const all = choose(upper, two, both);
  byte_mask const mask = ~0ull / 3 | upper;
  if (RILL_UNLIKELY(size < 32 || out_end - out < 64))
    return put_part<2>(all, mask & bits_below(2 * size), out, out_end);
  store(out, compress(mask, all));
  out += count(mask);
  return 32;
}

template <form From>
RILL_AVX512 kernel_progress latin1_to_utf8(char const* in, char const* in_end,
                                           char* out, char* out_end) noexcept {
  char const* at = in;
  while (at != in_end) {
    auto const left = static_cast<std::uint64_t>(in_end - at);
    bytes const v =
        RILL_LIKELY(left >= 64) ? load(at) : load(at, bits_below(left));
    if (upper_bits(v) == 0 && left >= 64 && out_end - out >= 64) {
      store(out, v);
      at += 64;
      out += 64;
      continue;
    }
    std::uint64_t const size = left < 64 ? left : 64;
    std::uint64_t done = put_latin1(v, 0, size < 32 ? size : 32, out, out_end);
    if (done == 32) done += put_latin1(v, 1, size - 32, out, out_end);
    at += done;
    if (RILL_UNLIKELY(done != 64)) break;
  }
  return {at, out};
}

}  // namespace avx512

template <form From>
  requires(From == form::latin1)
struct conversion_kernel<From, form::utf8, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::latin1_to_utf8<From>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
