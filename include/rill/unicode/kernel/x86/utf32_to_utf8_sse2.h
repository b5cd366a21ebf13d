// rill/unicode/kernel/x86/utf32_to_utf8_sse2.h: UTF-32 to UTF-8, eight
// characters at a time, with SSE2.
//
// Floor 2. x86-64. The way is that of utf32_to_utf8_avx2.h. Tests:
// test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/to_utf8.cpp.
// GB/s of UTF-32 (Chinese, Cyrillic, emoji, random) 9.0, 6.2, 7.9, 2.7 where
// the plain twin takes 1.6, 1.2, 1.3, 0.6.
#ifndef RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_SSE2_H
#define RILL_UNICODE_KERNEL_X86_UTF32_TO_UTF8_SSE2_H

#include "to_utf8_sse2.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct utf32_to_utf8_sse2 : to_utf8_sse2<to_utf8_tables<form>> {
  using tables = to_utf8_tables<form>;
  using base = to_utf8_sse2<tables>;
  using base::each;
  using typename base::ints;
  using typename base::longs;
  using typename base::short_ints;
  using typename base::words;

  to_utf8_ints const& wide = unknown(tables::ints);

  RILL_ALWAYS_INLINE static ints load_units(char const* from) noexcept {
    auto const v = base::template load<ints>(from);
    if constexpr (From == form::utf32) return v;
    auto const swapped = reinterpret_cast<words>(v << 16 | v >> 16);
    return reinterpret_cast<ints>(swapped << 8 | swapped >> 8);
  }
  RILL_ALWAYS_INLINE static ints match(ints v, ints wanted,
                                       ints value) noexcept {
    return reinterpret_cast<ints>((v & wanted) == value);
  }
  // Numbers that are words. The instruction takes them for signed ones.
  RILL_ALWAYS_INLINE static words narrowed(ints a, ints b) noexcept {
    return reinterpret_cast<words>(__builtin_ia32_packssdw128(
        reinterpret_cast<short_ints>(a << 16) >> 16,
        reinterpret_cast<short_ints>(b << 16) >> 16));
  }

  // Four characters, of any length. Null when one of them is none.
  RILL_ALWAYS_INLINE char* put_four(ints v, char* out) const noexcept {
    auto const too_large = reinterpret_cast<ints>(
        reinterpret_cast<short_ints>(v >> 16) >
        reinterpret_cast<short_ints>(each(wide.most_upper)));
    if (base::signs(too_large | match(v, each(wide.above_two),
                                      each(wide.surrogate)))) [[unlikely]]
      return nullptr;
    ints slots = (v << 24 & each(wide.fourth)) | (v << 10 & each(wide.third)) |
                 (v >> 4 & each(wide.second)) | v >> 18 |
                 each(wide.all_of_four);
    ints const below_four = match(v, each(wide.above_three), ints{});
    if (!base::signs(below_four)) {
      base::store(out, slots);
      return out + 16;
    }
    ints const below_three = match(v, each(wide.above_two), ints{});
    ints const single = match(v, each(wide.above_ascii), ints{});
    slots |= (below_four & each(wide.lead_of_three)) |
             (below_three & each(wide.lead_of_two));
    slots = base::chosen(single, v << 24, slots);
    // What is shorter than four bytes is at the end of its slot.
    ints const surplus = (below_four & 8) + (below_three & 8) + (single & 8);
    for (int i = 0; i != 4; ++i) {
      base::put_slot(out, slots[i] >> surplus[i]);
      out += 4 - (surplus[i] >> 3);
    }
    return out;
  }

  // Eight characters that are not all ASCII. Null when one of them is none.
  RILL_ALWAYS_INLINE char* put(ints a, ints b, char* out) const noexcept {
    if (base::has_none(a | b, each(wide.above_three))) {
      words const v = narrowed(a, b);
      if (base::has_none(v, each(this->all.above_two)))
        return base::put_two(v, out);
      if (base::signs(base::is_surrogate(v))) [[unlikely]]
        return nullptr;
      return base::put_three(v, out);
    }
    out = put_four(a, out);
    if (!out) [[unlikely]]
      return nullptr;
    return put_four(b, out);
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 4, units = 8;
  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::noinline]] static char* convert(char const* in, std::size_t skipped,
                                         char* out) noexcept {
    utf32_to_utf8_sse2 const to;
    ints const a = base::without(4 * skipped, load_units(in));
    ints const b = base::without(4 * skipped, load_units(in + 16), 16);
    return to.put(a, b, out);
  }

  // While there is nothing else.
  RILL_ALWAYS_INLINE void put_ascii(char const*& in, char const* in_end,
                                    char*& out, char* out_end) const noexcept {
    while (in_end - in >= 64 && out_end - out >= 16) {
      ints const a = load_units(in), b = load_units(in + 16);
      ints const c = load_units(in + 32), d = load_units(in + 48);
      if (!base::has_none(a | b | c | d, each(wide.above_ascii))) break;
      base::store(out, base::narrowed(narrowed(a, b), narrowed(c, d)));
      in += 64;
      out += 16;
    }
  }

  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    utf32_to_utf8_sse2 const to;
    char const* const begin = in;
    while (in_end - in >= 32 && out_end - out >= base::room) {
      ints const a = load_units(in), b = load_units(in + 16);
      if (base::has_none(a | b, each(to.wide.above_ascii))) {
        words const v = narrowed(a, b);
        auto const low = reinterpret_cast<longs>(base::narrowed(v, v))[0];
        __builtin_memcpy(out, &low, 8);
        in += 32;
        out += 8;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      char* const end = to.put(a, b, out);
      if (!end) break;
      out = end;
      in += 32;
    }
    return finish_to_utf8<utf32_to_utf8_sse2>(begin, in, in_end, out, out_end);
  }
};

template <form From>
  requires(From == form::utf32 || From == form::utf32_swapped)
struct conversion_kernel<From, form::utf8, cpu::sse2>
    : utf32_to_utf8_sse2<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
