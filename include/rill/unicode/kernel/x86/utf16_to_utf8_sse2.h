// rill/unicode/kernel/x86/utf16_to_utf8_sse2.h: UTF-16 to UTF-8, eight units at
// a time, with SSE2.
//
// Floor 2. x86-64. The way is that of utf16_to_utf8_avx2.h. Tests:
// test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/to_utf8.cpp.
// GB/s of UTF-16 (Chinese, Cyrillic, emoji, random) 5.6, 5.2, 5.5, 2.0 where
// the plain twin takes 0.9, 0.7, 1.2, 0.4.
#ifndef RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_SSE2_H
#define RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_SSE2_H

#include "to_utf8_sse2.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf16_to_utf8_sse2 : to_utf8_sse2<to_utf8_tables<form>> {
  using base = to_utf8_sse2<to_utf8_tables<form>>;
  using base::all;
  using base::each;
  using typename base::bytes;
  using typename base::words;

  RILL_ALWAYS_INLINE static words load_units(char const* from) noexcept {
    auto const v = base::template load<words>(from);
    if constexpr (From == form::utf16) return v;
    return v << 8 | v >> 8;
  }

  // Eight units with surrogates. Null when one of them is alone.
  RILL_ALWAYS_INLINE char* put_surrogates(words v, words before,
                                          char* out) const noexcept {
    words const kind = each(all.half);
    words const high = base::match(v, kind, each(all.surrogate));
    words const low = base::match(v, kind, each(all.low_half));
    words const wrong = low ^ base::match(before, kind, each(all.surrogate));
    if (base::signs(wrong)) [[unlikely]]
      return nullptr;
    // Two bytes of the half without D800 and with 40, which stands for 10000
    // of the whole; and two with two bits of the half before.
    words const upper = v + each(all.high_base);
    words const highs = (upper >> 8) | (upper << 6 & each(all.upper_six)) |
                        each(all.both_of_four);
    words const lows = (v >> 6 & 0x000F) | (before << 4 & each(all.low_bits)) |
                       (v << 8 & each(all.upper_six)) | 0x8080;
    words const half = high | low;
    words const halves = base::chosen(high, highs, lows);
    if (base::signs(half) == 0xFFFF) {
      base::store(out, halves);
      return out + 16;
    }
    words const single = base::is_ascii(v), two = base::is_below_three(v);
    words const below = base::chosen(single, v, base::both_of_two(v));
    words const first = base::chosen(
        half, halves, base::chosen(two, below, base::first_of_three(v)));
    return base::put_quads(first, base::last_of_three(v), single, two | half,
                           out);
  }

  // Blocks with surrogates, while there are any, or half of a pair before.
  // False when one of them is alone.
  RILL_ALWAYS_INLINE bool put_blocks(bool is_first, char const*& in,
                                     char const* in_end, char*& out,
                                     char* out_end) const noexcept {
    words v = load_units(in);
    words before = is_first ? RILL_SHUFFLE(v, words{}, 8, 0, 1, 2, 3, 4, 5, 6)
                            : load_units(in - 2);
    for (;;) {
      char* const end = put_surrogates(v, before, out);
      if (!end) [[unlikely]]
        return false;
      out = end;
      in += 16;
      if (in_end - in < 16 || out_end - out < base::room) return true;
      v = load_units(in);
      before = load_units(in - 2);
      if (!base::signs(
              base::is_surrogate(v) |
              base::match(before, each(all.half), each(all.surrogate))))
        return true;
    }
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 2, units = 8;
  static bool is_cut(char const* unit) noexcept {
    auto const upper =
        static_cast<unsigned char>(unit[From == form::utf16 ? 1 : 0]);
    return (upper & 0xFC) == 0xD8;
  }
  [[gnu::noinline]] static char* convert(char const* in, std::size_t skipped,
                                         char* out) noexcept {
    utf16_to_utf8_sse2 const to;
    words const v = base::without(2 * skipped, load_units(in));
    words const before = base::without(2 * skipped, load_units(in - 2));
    words const found =
        to.is_surrogate(v) |
        base::match(before, each(to.all.half), each(to.all.surrogate));
    if (!base::signs(found)) return to.put_three(v, out);
    return to.put_surrogates(v, before, out);
  }

  // While there is nothing else.
  RILL_ALWAYS_INLINE void put_ascii(char const*& in, char const* in_end,
                                    char*& out, char* out_end) const noexcept {
    while (in_end - in >= 64 && out_end - out >= 32) {
      words const a = load_units(in), b = load_units(in + 16);
      words const c = load_units(in + 32), d = load_units(in + 48);
      if (!base::has_none(a | b | c | d, each(all.above_ascii))) break;
      base::store(out, base::narrowed(a, b));
      base::store(out + 16, base::narrowed(c, d));
      in += 64;
      out += 32;
    }
  }

  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    utf16_to_utf8_sse2 const to;
    char const* const begin = in;
    while (in_end - in >= 16 && out_end - out >= base::room) {
      words const v = load_units(in);
      if (base::has_none(v, each(to.all.above_ascii))) {
        auto const low =
            reinterpret_cast<typename base::longs>(base::narrowed(v, v))[0];
        __builtin_memcpy(out, &low, 8);
        in += 16;
        out += 8;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      if (base::has_none(v, each(to.all.above_two))) {
        out = to.put_two(v, out);
      } else if (!base::signs(to.is_surrogate(v))) {
        out = to.put_three(v, out);
      } else {
        if (!to.put_blocks(in == begin, in, in_end, out, out_end)) break;
        continue;
      }
      in += 16;
    }
    return finish_to_utf8<utf16_to_utf8_sse2>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf16 || From == form::utf16_swapped)
struct conversion_kernel<From, form::utf8, cpu::sse2>
    : utf16_to_utf8_sse2<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
