// rill/unicode/kernel/x86/utf16_to_utf8_avx2.h: UTF-16 to UTF-8, sixteen units
// at a time, with AVX2.
//
// Floor 2. x86-64 with cpu::avx2.
// A half of a surrogate pair is two bytes of UTF-8 that need two bits of the
// other half at most, so pairs take the same path as all others and may lie
// across two blocks. Tests: test/unicode/kernel/to_utf8_test.cpp; figures:
// bench/unicode/to_utf8.cpp.
// GB/s of UTF-16 (Chinese, Cyrillic, emoji, random) 14.8, 12.7, 11.5, 5.1
// where SSSE3 takes 8.1, 9.5, 5.9, 3.1.
#ifndef RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_AVX2_H
#define RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_AVX2_H

#include "to_utf8_avx2.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf16_to_utf8_avx2 : to_utf8_avx2<to_utf8_tables<form>> {
  using base = to_utf8_avx2<to_utf8_tables<form>>;
  using base::all;
  using base::each;
  using typename base::bytes;
  using typename base::words;

  RILL_TO_UTF8_AVX2 static words load_units(char const* from) noexcept {
    words const v = base::template load<words>(from);
    if constexpr (From == form::utf16) return v;
    return v << 8 | v >> 8;
  }

  // A block with surrogates. Null when one of them is alone.
  RILL_TO_UTF8_AVX2 char* put_surrogates(words v, words before,
                                         char* out) const noexcept {
    words const kind = each(all.half);
    words const high = base::match(v, kind, each(all.surrogate));
    words const low = base::match(v, kind, each(all.low_half));
    words const wrong = low ^ base::match(before, kind, each(all.surrogate));
    if (!base::has_none(wrong, wrong)) [[unlikely]]
      return nullptr;
    words const upper = v + each(all.high_base);
    words const highs = (upper >> 8) | (upper << 6 & each(all.upper_six)) |
                        each(all.both_of_four);
    // The lower half has 1 where two bits of the upper one are to be.
    words const lows = ~(before << 4) & each(all.low_bits) & low;
    words const any_half = high | low;
    words const halves = base::chosen(high, highs, base::last_two(v) ^ lows);
    if (base::is_all(any_half)) {
      base::store(out, halves);
      return out + 32;
    }
    words const single = base::is_ascii(v);
    words const two = base::is_below_three(v);
    words const below_three = two | any_half;
    words const slots = halves | (two & each(all.lead_of_two));
    return base::put_quads(v >> 4 | each(all.lead_of_three),
                           base::chosen(single, v << 8, slots), single,
                           below_three, out);
  }

  // Blocks with surrogates, while there are any, or half of a pair before.
  // False when one of them is alone.
  RILL_TO_UTF8_AVX2 bool put_blocks(bool is_first, char const*& in,
                                    char const* in_end, char*& out,
                                    char* out_end) const noexcept {
    words v = load_units(in);
    words before = is_first ? RILL_SHUFFLE(v, words{}, 16, 0, 1, 2, 3, 4, 5, 6,
                                           7, 8, 9, 10, 11, 12, 13, 14)
                            : load_units(in - 2);
    for (;;) {
      char* const end = put_surrogates(v, before, out);
      if (!end) [[unlikely]]
        return false;
      out = end;
      in += 32;
      if (in_end - in < 32 || out_end - out < base::room) return true;
      v = load_units(in);
      before = load_units(in - 2);
      words const found =
          base::is_surrogate(v) |
          base::match(before, each(all.half), each(all.surrogate));
      if (base::has_none(found, found)) return true;
    }
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 2, units = 16;
  static bool is_cut(char const* unit) noexcept {
    auto const upper =
        static_cast<unsigned char>(unit[From == form::utf16 ? 1 : 0]);
    return (upper & 0xFC) == 0xD8;
  }
  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt"), gnu::noinline]] static char*
  convert(char const* in, std::size_t skipped, char* out) noexcept {
    utf16_to_utf8_avx2 const to;
    words const v = base::without(2 * skipped, load_units(in));
    words const before = base::without(2 * skipped, load_units(in - 2));
    if (base::has_none(v | before, each(to.all.above_ascii))) {
      base::template store_half<0>(out, base::narrowed(v, v));
      return out + 16;
    }
    words const found =
        to.is_surrogate(v) |
        base::match(before, each(to.all.half), each(to.all.surrogate));
    if (base::has_none(found, found)) return to.put_three(v, out);
    return to.put_surrogates(v, before, out);
  }

  // While there is nothing else.
  RILL_TO_UTF8_AVX2 void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    while (in_end - in >= 64 && out_end - out >= 32) {
      words const a = load_units(in), b = load_units(in + 32);
      if (!base::has_none(a | b, each(all.above_ascii))) break;
      base::store(out, base::narrowed(a, b));
      in += 64;
      out += 32;
    }
  }

  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] static kernel_progress run(
      char const* in, char const* in_end, char* out, char* out_end) noexcept {
    utf16_to_utf8_avx2 const to;
    char const* const begin = in;
    while (in_end - in >= 32 && out_end - out >= base::room) {
      words const v = load_units(in);
      if (base::has_none(v, each(to.all.above_ascii))) {
        base::template store_half<0>(out, base::narrowed(v, v));
        in += 32;
        out += 16;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      if (base::has_none(v, each(to.all.above_two))) {
        out = to.put_two(v, out);
      } else if (words const found = to.is_surrogate(v);
                 base::has_none(found, found)) {
        out = to.put_three(v, out);
      } else {
        if (!to.put_blocks(in == begin, in, in_end, out, out_end)) break;
        continue;
      }
      in += 32;
    }
    return finish_to_utf8<utf16_to_utf8_avx2>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf16 || From == form::utf16_swapped)
struct conversion_kernel<From, form::utf8, cpu::avx2>
    : utf16_to_utf8_avx2<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
