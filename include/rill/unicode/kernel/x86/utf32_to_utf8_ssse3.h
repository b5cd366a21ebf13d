// rill/unicode/kernel/x86/utf32_to_utf8_ssse3.h: UTF-32 to UTF-8, sixteen
// characters at a time in two or four parts, with SSSE3.
//
// Floor 2. x86-64 with cpu::ssse3. The way is that of utf32_to_utf8_avx2.h.
// Tests: test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/
// to_utf8.cpp.
// GB/s of UTF-32 (Chinese, Cyrillic, emoji, random) 14.1, 15.5, 7.4, 4.3
// where the plain twin takes 1.6, 1.2, 1.3, 0.6.
#ifndef RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_SSSE3_H

#include "to_utf8_ssse3.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf32_to_utf8_ssse3 : to_utf8_ssse3<to_utf8_tables<form>> {
  using tables = to_utf8_tables<form>;
  using base = to_utf8_ssse3<tables>;
  using base::each;
  using typename base::bytes;
  using typename base::ints;
  using typename base::short_ints;
  using typename base::words;

  to_utf8_ints const& wide = unknown(tables::ints);

  // Sixteen characters.
  struct block {
    ints a, b, c, d;
  };

  RILL_TO_UTF8_SSSE3 static ints load_units(char const* from) noexcept {
    if constexpr (From == form::utf32) {
      return base::template load<ints>(from);
    } else {
      auto const v = base::template load<bytes>(from);
      return reinterpret_cast<ints>(RILL_SHUFFLE(v, v, 3, 2, 1, 0, 7, 6, 5, 4,
                                                 11, 10, 9, 8, 15, 14, 13, 12));
    }
  }
  RILL_TO_UTF8_SSSE3 static block load_block(char const* from) noexcept {
    return {load_units(from), load_units(from + 16), load_units(from + 32),
            load_units(from + 48)};
  }
  RILL_TO_UTF8_SSSE3 static ints match(ints v, ints wanted,
                                       ints value) noexcept {
    return reinterpret_cast<ints>((v & wanted) == value);
  }
  RILL_TO_UTF8_SSSE3 static bool is_any(ints v) noexcept {
    return !base::has_none(v, v);
  }

  // Four characters, of any length. Null when one of them is none.
  RILL_TO_UTF8_SSSE3 char* put_four(ints v, char* out) const noexcept {
    auto const too_large = reinterpret_cast<ints>(
        reinterpret_cast<short_ints>(v >> 16) >
        reinterpret_cast<short_ints>(each(wide.most_upper)));
    if (is_any(too_large | match(v, each(wide.above_two),
                                 each(wide.surrogate)))) [[unlikely]]
      return nullptr;
    ints slots = (v << 24 & each(wide.fourth)) | (v << 10 & each(wide.third)) |
                 (v >> 4 & each(wide.second)) | v >> 18 |
                 each(wide.all_of_four);
    ints const below_four = match(v, each(wide.above_three), ints{});
    if (!is_any(below_four)) {
      base::store(out, slots);
      return out + 16;
    }
    ints const below_three = match(v, each(wide.above_two), ints{});
    ints const single = match(v, each(wide.above_ascii), ints{});
    slots |= (below_four & each(wide.lead_of_three)) |
             (below_three & each(wide.lead_of_two));
    slots = reinterpret_cast<ints>(base::chosen(
        reinterpret_cast<words>(single), reinterpret_cast<words>(v << 24),
        reinterpret_cast<words>(slots)));
    auto const code = reinterpret_cast<short_ints>(
        ((single | ~below_four) & each(wide.low_code)) |
        (below_three & each(wide.high_code)));
    unsigned const mask =
        base::signs(__builtin_ia32_packssdw128(code, code)) & 0xFF;
    base::store(out, base::shuffled(slots, tables::quads, mask));
    return out + (tables::quad_places.of[mask] >> 24);
  }

  // Sixteen characters that are not all ASCII. Null when one of them is none.
  RILL_TO_UTF8_SSSE3 char* put(block const& v, char* out) const noexcept {
    if (base::has_none(v.a | v.b | v.c | v.d, each(wide.above_three))) {
      words const a = base::narrowed(v.a, v.b), b = base::narrowed(v.c, v.d);
      if (base::has_none(a | b, each(this->all.above_two)))
        return base::put_two(b, base::put_two(a, out));
      words const found = base::is_surrogate(a) | base::is_surrogate(b);
      if (!base::has_none(found, found)) [[unlikely]]
        return nullptr;
      return base::put_three(b, base::put_three(a, out));
    }
    ints const fours[] = {v.a, v.b, v.c, v.d};
    for (ints const four : fours) {
      out = put_four(four, out);
      if (!out) [[unlikely]]
        return nullptr;
    }
    return out;
  }
  RILL_TO_UTF8_SSSE3 bool is_ascii(block const& v) const noexcept {
    return base::has_none(v.a | v.b | v.c | v.d, each(wide.above_ascii));
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 4, units = 16;
  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt"), gnu::noinline]] static char*
  convert(char const* in, std::size_t skipped, char* out) noexcept {
    utf32_to_utf8_ssse3 const to;
    block const v = {base::without(4 * skipped, load_units(in)),
                     base::without(4 * skipped, load_units(in + 16), 16),
                     base::without(4 * skipped, load_units(in + 32), 32),
                     base::without(4 * skipped, load_units(in + 48), 48)};
    return to.put(v, out);
  }

  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]] static kernel_progress run(
      char const* in, char const* in_end, char* out, char* out_end) noexcept {
    utf32_to_utf8_ssse3 const to;
    char const* const begin = in;
    while (in_end - in >= 64 && out_end - out >= base::room) {
      block const v = load_block(in);
      if (to.is_ascii(v)) {
        base::store(out, base::narrowed(base::narrowed(v.a, v.b),
                                        base::narrowed(v.c, v.d)));
        out += 16;
      } else {
        char* const end = to.put(v, out);
        if (!end) break;
        out = end;
      }
      in += 64;
    }
    return finish_to_utf8<utf32_to_utf8_ssse3>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf32 || From == form::utf32_swapped)
struct conversion_kernel<From, form::utf8, cpu::ssse3>
    : utf32_to_utf8_ssse3<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
