// rill/unicode/kernel/x86/utf32_to_utf8_avx2.h: UTF-32 to UTF-8, sixteen
// characters at a time, with AVX2.
//
// Floor 2. x86-64 with cpu::avx2. Blocks without characters of four bytes
// become words and go the way of UTF-16; the others are slots of four bytes.
// Tests: test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/
// to_utf8.cpp.
// GB/s of UTF-32 (Chinese, Cyrillic, emoji, random) 22.0, 19.5, 17.8, 7.1
// where SSSE3 takes 14.1, 15.5, 7.4, 4.3.
#ifndef RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_AVX2_H
#define RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_AVX2_H

#include "to_utf8_avx2.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf32_to_utf8_avx2 : to_utf8_avx2<to_utf8_tables<form>> {
  using tables = to_utf8_tables<form>;
  using base = to_utf8_avx2<tables>;
  using base::each;
  using typename base::bytes;
  using typename base::ints;
  using typename base::short_ints;
  using typename base::words;

  to_utf8_ints const& wide = unknown(tables::ints);

  RILL_TO_UTF8_AVX2 static ints load_units(char const* from) noexcept {
    if constexpr (From == form::utf32) {
      return base::template load<ints>(from);
    } else {
      auto const v = base::template load<bytes>(from);
      return reinterpret_cast<ints>(RILL_SHUFFLE(
          v, v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 19, 18,
          17, 16, 23, 22, 21, 20, 27, 26, 25, 24, 31, 30, 29, 28));
    }
  }
  RILL_TO_UTF8_AVX2 static ints match(ints v, ints wanted,
                                      ints value) noexcept {
    return reinterpret_cast<ints>((v & wanted) == value);
  }
  RILL_TO_UTF8_AVX2 static bool is_any(ints v) noexcept {
    return !base::has_none(v, v);
  }

  // Eight characters, of any length. Null when one of them is none.
  RILL_TO_UTF8_AVX2 char* put_eight(ints v, char* out) const noexcept {
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
      return out + 32;
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
    unsigned const mask = base::signs(__builtin_ia32_packssdw256(code, code));
    unsigned const low = mask & 0xFF, high = mask >> 24;
    bytes const packed = base::shuffled(slots, tables::quads, low, high);
    base::template store_half<0>(out, packed);
    out += (tables::quad_places.of[low] >> 24);
    base::template store_half<1>(out, packed);
    return out + (tables::quad_places.of[high] >> 24);
  }

  // Sixteen characters that are not all ASCII.
  RILL_TO_UTF8_AVX2 char* put(ints a, ints b, char* out) const noexcept {
    if (base::has_none(a | b, each(wide.above_three))) {
      words const v = base::narrowed(a, b);
      if (base::has_none(v, each(this->all.above_two)))
        return base::put_two(v, out);
      words const found = base::is_surrogate(v);
      if (!base::has_none(found, found)) [[unlikely]]
        return nullptr;
      return base::put_three(v, out);
    }
    out = put_eight(a, out);
    if (!out) [[unlikely]]
      return nullptr;
    return put_eight(b, out);
  }

  // While there is nothing else.
  RILL_TO_UTF8_AVX2 void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    while (in_end - in >= 128 && out_end - out >= 32) {
      ints const a = load_units(in), b = load_units(in + 32);
      ints const c = load_units(in + 64), d = load_units(in + 96);
      if (!base::has_none(a | b | c | d, each(wide.above_ascii))) break;
      base::store(out,
                  base::narrowed(base::narrowed(a, b), base::narrowed(c, d)));
      in += 128;
      out += 32;
    }
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 4, units = 16;
  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt"), gnu::noinline]] static char*
  convert(char const* in, std::size_t skipped, char* out) noexcept {
    utf32_to_utf8_avx2 const to;
    ints const a = base::without(4 * skipped, load_units(in));
    ints const b = base::without(4 * skipped, load_units(in + 32), 32);
    return to.put(a, b, out);
  }

  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] static kernel_progress run(
      char const* in, char const* in_end, char* out, char* out_end) noexcept {
    utf32_to_utf8_avx2 const to;
    char const* const begin = in;
    while (in_end - in >= 64 && out_end - out >= base::room) {
      ints const a = load_units(in), b = load_units(in + 32);
      if (base::has_none(a | b, each(to.wide.above_ascii))) {
        words const v = base::narrowed(a, b);
        base::template store_half<0>(out, base::narrowed(v, v));
        out += 16;
        in += 64;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      char* const end = to.put(a, b, out);
      if (!end) break;
      out = end;
      in += 64;
    }
    return finish_to_utf8<utf32_to_utf8_avx2>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf32 || From == form::utf32_swapped)
struct conversion_kernel<From, form::utf8, cpu::avx2>
    : utf32_to_utf8_avx2<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
