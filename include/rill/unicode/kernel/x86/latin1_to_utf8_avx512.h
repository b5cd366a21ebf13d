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

struct from_latin1_tables {
  table twice[2];  // each byte twice, 32 each
};
constexpr from_latin1_tables make_from_latin1_tables() noexcept {
  from_latin1_tables made{};
  for (int i = 0; i != 64; ++i)
    for (int half = 0; half != 2; ++half)
      made.twice[half].at[i] = static_cast<char>(32 * half + i / 2);
  return made;
}
template <class = void>
inline constexpr from_latin1_tables from_latin1_table =
    make_from_latin1_tables();

// 32 bytes of ISO 8859-1 as two bytes each, of which ASCII keeps the second.
struct spread_latin1 {
  bytes all;
  byte_mask kept;
};
template <int Half>
RILL_AVX512_INLINE spread_latin1 spread_32(bytes v, byte_mask upper) noexcept {
  constexpr byte_mask seconds = ~0ull / 3 * 2;
  bytes const both =
      pick_or(seconds, v, load(from_latin1_table<>.twice[Half]), fill(0xC2));
  // From C0 on: C3 and 40 less.
  bytes const more = reinterpret_cast<bytes>(
      reinterpret_cast<uwords>(both) + static_cast<unsigned short>(1 - 0x4000));
  return {as_bytes(choose(words_not_below(both, 0xC000), as_words(more),
                          as_words(both))),
          __builtin_ia32_pdep_di(upper >> 32 * Half, ~0ull / 3) | seconds};
}

template <form From>
RILL_AVX512 kernel_progress latin1_to_utf8(char const* in, char const* in_end,
                                           char* out, char* out_end) noexcept {
  char const* at = in;
  while (in_end - at >= 64 && out_end - out >= 128) {
    bytes const v = load(at);
    byte_mask const upper = upper_bits(v);
    if (upper == 0) {
      store(out, v);
      at += 64;
      out += 64;
      continue;
    }
    spread_latin1 const first = spread_32<0>(v, upper);
    spread_latin1 const second = spread_32<1>(v, upper);
    put_all(first.all, first.kept, out);
    put_all(second.all, second.kept, out);
    at += 64;
  }
  std::uint64_t done = 32;
  while (at != in_end && done == 32) {
    auto const left = static_cast<std::uint64_t>(in_end - at);
    std::uint64_t const size = left < 32 ? left : 32;
    bytes const v = load(at, bits_below(size));
    spread_latin1 const made = spread_32<0>(v, upper_bits(v));
    done =
        put_part<2>(made.all, made.kept & bits_below(2 * size), out, out_end);
    at += done;
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
