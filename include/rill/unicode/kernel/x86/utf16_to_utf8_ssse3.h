// rill/unicode/kernel/x86/utf16_to_utf8_ssse3.h: UTF-16 to UTF-8, sixteen units
// at a time in two halves, with SSSE3.
//
// Floor 2. x86-64 with cpu::ssse3. The way is that of utf16_to_utf8_avx2.h.
// Tests: test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/
// to_utf8.cpp.
// GB/s of UTF-16 (Chinese, Cyrillic, emoji, random) 8.1, 9.5, 5.9, 3.1 where
// the plain twin takes 0.9, 0.7, 1.2, 0.4.
#ifndef RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_SSSE3_H

#include "to_utf8_ssse3.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf16_to_utf8_ssse3 : to_utf8_ssse3<to_utf8_tables<form>> {
  using base = to_utf8_ssse3<to_utf8_tables<form>>;
  using base::all;
  using base::each;
  using typename base::bytes;
  using typename base::words;

  RILL_TO_UTF8_SSSE3 static words load_units(char const* from) noexcept {
    if constexpr (From == form::utf16) {
      return base::template load<words>(from);
    } else {
      auto const v = base::template load<bytes>(from);
      return reinterpret_cast<words>(RILL_SHUFFLE(
          v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    }
  }

  // Eight units with surrogates. Null when one of them is alone.
  RILL_TO_UTF8_SSSE3 char* put_surrogates(words v, words before,
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
    words const paired = high | low;
    words const halves = base::chosen(high, highs, base::last_two(v) ^ lows);
    if (base::is_all(paired)) {
      base::store(out, halves);
      return out + 16;
    }
    words const single = base::is_ascii(v);
    words const two = base::is_below_three(v);
    words const below_three = two | paired;
    words const slots = halves | (two & each(all.lead_of_two));
    return base::put_quads(v >> 4 | each(all.lead_of_three),
                           base::chosen(single, v << 8, slots), single,
                           below_three, out);
  }

  RILL_TO_UTF8_SSSE3 static words slid(words v) noexcept {
    return RILL_SHUFFLE(v, words{}, 8, 0, 1, 2, 3, 4, 5, 6);
  }
  // Sixteen units. Null when a surrogate is alone.
  RILL_TO_UTF8_SSSE3 char* put_both(words before, char const* in,
                                    char* out) const noexcept {
    out = put_surrogates(load_units(in), before, out);
    if (!out) [[unlikely]]
      return nullptr;
    return put_surrogates(load_units(in + 16), load_units(in + 14), out);
  }
  // Blocks with surrogates, while there are any, or half of a pair before.
  // False when one of them is alone.
  RILL_TO_UTF8_SSSE3 bool put_blocks(bool is_first, char const*& in,
                                     char const* in_end, char*& out,
                                     char* out_end) const noexcept {
    words before = is_first ? slid(load_units(in)) : load_units(in - 2);
    for (;;) {
      char* const end = put_both(before, in, out);
      if (!end) [[unlikely]]
        return false;
      out = end;
      in += 32;
      if (in_end - in < 32 || out_end - out < base::room) return true;
      before = load_units(in - 2);
      words const found =
          base::is_surrogate(load_units(in)) |
          base::is_surrogate(load_units(in + 16)) |
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
  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt"), gnu::noinline]] static char*
  convert(char const* in, std::size_t skipped, char* out) noexcept {
    utf16_to_utf8_ssse3 const to;
    words const a = base::without(2 * skipped, load_units(in)),
                b = base::without(2 * skipped, load_units(in + 16), 16);
    words const before_a = base::without(2 * skipped, load_units(in - 2));
    words const before_b = base::without(2 * skipped, load_units(in + 14), 16);
    if (base::has_none(a | b | before_a | before_b, each(to.all.above_ascii))) {
      base::store(out, base::narrowed(a, b));
      return out + 16;
    }
    words const kind = each(to.all.half), high = each(to.all.surrogate);
    words const found = to.is_surrogate(a) | to.is_surrogate(b) |
                        base::match(before_a, kind, high) |
                        base::match(before_b, kind, high);
    if (base::has_none(found, found))
      return to.put_three(b, to.put_three(a, out));
    out = to.put_surrogates(a, before_a, out);
    if (!out) return nullptr;
    return to.put_surrogates(b, before_b, out);
  }

  // While there is nothing else.
  RILL_TO_UTF8_SSSE3 void put_ascii(char const*& in, char const* in_end,
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

  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]] static kernel_progress run(
      char const* in, char const* in_end, char* out, char* out_end) noexcept {
    utf16_to_utf8_ssse3 const to;
    char const* const begin = in;
    while (in_end - in >= 32 && out_end - out >= base::room) {
      words const a = load_units(in), b = load_units(in + 16);
      if (base::has_none(a | b, each(to.all.above_ascii))) {
        base::store(out, base::narrowed(a, b));
        in += 32;
        out += 16;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      words const found = to.is_surrogate(a) | to.is_surrogate(b);
      if (base::has_none(a | b, each(to.all.above_two))) {
        out = to.put_two(b, to.put_two(a, out));
      } else if (base::has_none(found, found)) {
        out = to.put_three(b, to.put_three(a, out));
      } else {
        if (!to.put_blocks(in == begin, in, in_end, out, out_end)) break;
        continue;
      }
      in += 32;
    }
    return finish_to_utf8<utf16_to_utf8_ssse3>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf16 || From == form::utf16_swapped)
struct conversion_kernel<From, form::utf8, cpu::ssse3>
    : utf16_to_utf8_ssse3<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
