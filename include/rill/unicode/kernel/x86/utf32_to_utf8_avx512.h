// rill/unicode/kernel/x86/utf32_to_utf8_avx512.h: UTF-32 of either byte order
// to UTF-8 with AVX-512.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
// 32 units below 10000 go the way of UTF-16's; else 16 units spread to four
// bytes each. Tests: test/unicode/kernel/avx512_test.cpp; figures:
// bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_AVX512_H

#include "to_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct from_utf32_tables {
  table swap;      // the bytes of each unit, the other way round
  table low_half;  // the lower halves of 32 units
  table lowest;    // the lowest bytes of 32 units
  table bits;      // where the six bits of each byte begin
};
constexpr from_utf32_tables make_from_utf32_tables() noexcept {
  from_utf32_tables made{};
  for (int i = 0; i != 64; ++i) {
    made.swap.at[i] = static_cast<char>(i % 16 ^ 3);
    made.low_half.at[i] = static_cast<char>(i / 2 * 4 + i % 2);
    made.lowest.at[i] = static_cast<char>(4 * i);
    made.bits.at[i] = static_cast<char>(i % 8 / 4 * 32 + (3 - i % 4) * 6);
  }
  return made;
}
template <class = void>
inline constexpr from_utf32_tables from_utf32_table = make_from_utf32_tables();

RILL_AVX512_INLINE ints fill_ints(unsigned value) noexcept {
  return reinterpret_cast<ints>(uints{} + value);
}
RILL_AVX512_INLINE quad_mask above(ints v, unsigned limit) noexcept {
  return __builtin_ia32_ucmpd512_mask(v, fill_ints(limit), 6, 0xFFFF);
}

// Writes what 16 units become, the last byte of each in its uppermost place,
// as far as there is room; returns the number of these units.
RILL_AVX512_INLINE std::uint64_t put_quads(ints v, std::uint64_t size,
                                           char*& out, char* out_end) noexcept {
  bool const roomy = size == 16 && out_end - out >= 64;
  quad_mask const two = above(v, 0x7F);
  quad_mask const three = above(v, 0x7FF);
  quad_mask const four = above(v, 0xFFFF);
  ints tags = choose(two, fill_ints(0x80C00000), ints{});
  tags = choose(three, fill_ints(0x8080E000), tags);
  tags = choose(four, fill_ints(0x808080F0), tags);
  bytes const bits =
      pick_bits(reinterpret_cast<bytes>(v), load(from_utf32_table<>.bits));
  ints const spread =
      (reinterpret_cast<ints>(bits) & fill_ints(0x3F3F3F3F)) | tags;
  bytes const all = reinterpret_cast<bytes>(choose(two, spread, v << 24));
  if (four == 0xFFFF && roomy) {
    store(out, all);
    out += 64;
    return 16;
  }
  auto const tagged = reinterpret_cast<bytes>(tags);
  byte_mask const mask = ~0ull / 15 * 8 | have_common_bits(tagged, tagged);
  if (RILL_LIKELY(roomy)) {
    store(out, compress(mask, all));
    out += count(mask);
    return 16;
  }
  return put_part<4>(all, mask & bits_below(4 * size), out, out_end);
}

// Writes runs of 32 units of ASCII.
template <bool Swapped>
RILL_AVX512_INLINE void put_ascii_quads(char const*& at, char const* in_end,
                                        char*& out, char* out_end) noexcept {
  while (in_end - at >= 128 && out_end - out >= 64) {
    bytes const first = load(at);
    bytes const second = load(at + 64);
    bytes const others =
        reinterpret_cast<bytes>(fill_ints(Swapped ? 0x80FFFFFF : 0xFFFFFF80));
    if (have_common_bits(first | second, others) != 0) return;
    bytes const lowest = load(from_utf32_table<>.lowest);
    store(out, pick_of_two(first, second, Swapped ? lowest | fill(3) : lowest));
    at += 128;
    out += 32;
  }
}

template <bool Swapped>
RILL_AVX512_INLINE ints load_quads(char const* at,
                                   std::uint64_t bytes_left) noexcept {
  bytes v = RILL_LIKELY(bytes_left >= 64) ? load(at)
                                          : load(at, bits_below(bytes_left));
  if constexpr (Swapped) v = pick_near(v, load(from_utf32_table<>.swap));
  return reinterpret_cast<ints>(v);
}

// The units that are no scalar values.
RILL_AVX512_INLINE quad_mask wrong_quads(ints v) noexcept {
  return static_cast<quad_mask>(
      above(v, 0x10FFFF) |
      equal_quads(v & fill_ints(0xFFFFF800), fill_ints(0xD800)));
}

template <bool Swapped>
RILL_AVX512 kernel_progress utf32_to_utf8(char const* in, char const* in_end,
                                          char* out, char* out_end) noexcept {
  in_end -= (in_end - in) % 4;
  char const* at = in;
  utf16_block b{};
  while (at != in_end) {
    auto const left = static_cast<std::uint64_t>(in_end - at) / 4;
    ints const first = load_quads<Swapped>(at, 4 * left);
    ints const second =
        left <= 16 ? ints{} : load_quads<Swapped>(at + 64, 4 * left - 64);
    b.size = left < 32 ? left : 32;
    std::uint64_t done = 0;
    if (have_common_bits(reinterpret_cast<bytes>(first | second),
                         reinterpret_cast<bytes>(fill_ints(0xFFFF0000))) == 0) {
      b.now = as_words(pick_of_two(reinterpret_cast<bytes>(first),
                                   reinterpret_cast<bytes>(second),
                                   load(from_utf32_table<>.low_half)));
      if (words_with(b.now, fill_words(0xFF80)) == 0 && left >= 32) {
        char const* const before = at;
        put_ascii_quads<Swapped>(at, in_end, out, out_end);
        if (at != before) continue;
      }
      word_mask const wrong =
          equal_words(b.now & fill_words(0xF800), fill_words(0xD800));
      if (RILL_UNLIKELY(wrong != 0 && first_bit(wrong) < b.size))
        b.size = first_bit(wrong);
      done = put_units(b, out, out_end);
    } else {
      word_mask const wrong = wrong_quads(first) |
                              static_cast<word_mask>(wrong_quads(second)) << 16;
      if (RILL_UNLIKELY(wrong != 0 && first_bit(wrong) < b.size))
        b.size = first_bit(wrong);
      done = put_quads(first, b.size < 16 ? b.size : 16, out, out_end);
      if (done == 16) done += put_quads(second, b.size - 16, out, out_end);
    }
    at += 4 * done;
    if (RILL_UNLIKELY(done != 32)) break;
  }
  return {at, out};
}

}  // namespace avx512

template <form From>
  requires(From == form::utf32 || From == form::utf32_swapped)
struct conversion_kernel<From, form::utf8, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::utf32_to_utf8 < From ==
           form::utf32_swapped > (in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
