// rill/unicode/kernel/x86/utf8_to_utf_avx2.h: UTF-8 to UTF-16 and UTF-32
// with AVX2.
//
// Floor 2. Each of 32 bytes becomes the unit of the character that would end
// with it; those with which none ends are then squeezed out, eight at a time.
// So there is one path for all mixtures, with a few instructions more where
// there are characters of four bytes.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_AVX2_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_AVX2_H

#include "utf8_avx2.h"

namespace rill::inline RILL_BUILD::detail {

template <form To>
struct utf8_to_utf_avx2 : utf8_avx2 {
  static constexpr bool is_16 = To == form::utf16 || To == form::utf16_swapped;
  static constexpr bool is_swapped =
      To == form::utf16_swapped || To == form::utf32_swapped;
  static constexpr int step = 32;
  static constexpr int unit = is_16 ? 2 : 4;
  // 32 units, and what is stored behind the last.
  static constexpr int room = 32 * unit + 8 * unit;

  // The lower 16 bits of what ends at each byte, the upper in a third.
  struct units {
    ubytes lower, upper, top;
  };

  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store_ascii(char* out,
                                                            ubytes v) noexcept {
    ubytes const crossed = cross(v);
    ubytes const zero{};
    ubytes const first =
        is_swapped ? zip_lower(zero, crossed) : zip_lower(crossed, zero);
    ubytes const second =
        is_swapped ? zip_upper(zero, crossed) : zip_upper(crossed, zero);
    if constexpr (is_16) {
      store(out, first);
      store(out + 32, second);
    } else {
      store_wide(out, cross(first));
      store_wide(out + 64, cross(second));
    }
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store_wide(
      char* out, ubytes crossed) noexcept {
    ubytes const zero{};
    store(out, is_swapped ? zip_lower_16(zero, crossed)
                          : zip_lower_16(crossed, zero));
    store(out + 32, is_swapped ? zip_upper_16(zero, crossed)
                               : zip_upper_16(crossed, zero));
  }

  // Characters of up to three bytes.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static units combine(
      window const& w, checked const& c) noexcept {
    ubytes const high = spread(w.now);
    ubytes const lower =
        w.now ^ ((w.now ^ up<6>(w.ago_1)) & (high & all(0xC0)));
    ubytes const upper = (down<2>(w.ago_1) & (high & all(0x0F))) |
                         (up<4>(w.ago_2) & (spread(c.third) & all(0xF0)));
    return {lower, upper, ubytes{}};
  }
  // The third byte of four gives the first surrogate, the fourth the second.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static units with_surrogates(
      window const& w, checked const& c, units const& u) noexcept {
    ubytes const third = less(w.ago_2, all(0xF0 - 0x80));
    // Bits 10 to 17 of the character, less 0x10000.
    ubytes const lower =
        ((up<2>(w.ago_1) & all(0xFC)) | (down<4>(w.now) & all(0x03))) -
        all(0x40);
    ubytes const borrow =
        reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(w.ago_1) <
                                 reinterpret_cast<signed_bytes>(all(0x90)));
    ubytes const upper = (w.ago_2 & all(0x07)) + all(0xD8) + borrow;
    ubytes const last = (u.upper & all(0x03)) | all(0xDC);
    return {choose(u.lower, lower, third),
            choose(choose(u.upper, upper, third), last, c.fourth), ubytes{}};
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static units with_top(
      window const& w, checked const& c, units const& u) noexcept {
    ubytes const four = spread(c.fourth);
    return {
        u.lower, u.upper | (up<4>(w.ago_2) & (four & all(0xF0))),
        ((up<2>(w.ago_3) & all(0x1C)) | (down<4>(w.ago_2) & all(0x03))) & four};
  }

  // Stores those of eight units that are in the set.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void squeeze(char* out, half low,
                                                        half top,
                                                        unsigned set) noexcept {
    half const places =
        load_half(unit_compress_table<>::places.place[set & 255]);
    half const squeezed = __builtin_ia32_pshufb128(low, places);
    if constexpr (is_16) {
      __builtin_memcpy(out, &squeezed, 16);
    } else {
      half const tops = __builtin_ia32_pshufb128(top, places);
      store_pairs(out, is_swapped ? tops : squeezed,
                  is_swapped ? squeezed : tops);
    }
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store_pairs(
      char* out, half first, half second) noexcept {
#if defined(__clang__)
    auto const a = reinterpret_cast<half_words>(first);
    auto const b = reinterpret_cast<half_words>(second);
    auto const lower = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    auto const upper =
        __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
#else
    auto const lower =
        __builtin_ia32_punpcklwd128(reinterpret_cast<half_words>(first),
                                    reinterpret_cast<half_words>(second));
    auto const upper =
        __builtin_ia32_punpckhwd128(reinterpret_cast<half_words>(first),
                                    reinterpret_cast<half_words>(second));
#endif
    __builtin_memcpy(out, &lower, 16);
    __builtin_memcpy(out + 16, &upper, 16);
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static char* squeeze_all(
      char* out, units const& u, unsigned set) noexcept {
    ubytes const zero{};
    ubytes const first =
        is_swapped ? zip_lower(u.upper, u.lower) : zip_lower(u.lower, u.upper);
    ubytes const second =
        is_swapped ? zip_upper(u.upper, u.lower) : zip_upper(u.lower, u.upper);
    ubytes const first_top =
        is_swapped ? zip_lower(zero, u.top) : zip_lower(u.top, zero);
    ubytes const second_top =
        is_swapped ? zip_upper(zero, u.top) : zip_upper(u.top, zero);
    auto const behind = [out](unsigned part) {
      return out + unit * __builtin_popcount(part);
    };
    squeeze(out, half_of<0>(first), half_of<0>(first_top), set);
    squeeze(behind(set & 0xFF), half_of<0>(second), half_of<0>(second_top),
            set >> 8);
    squeeze(behind(set & 0xFFFF), half_of<1>(first), half_of<1>(first_top),
            set >> 16);
    squeeze(behind(set & 0xFFFFFF), half_of<1>(second), half_of<1>(second_top),
            set >> 24);
    return behind(set);
  }

  RILL_UTF8_AVX2 static kernel_progress run(char const* in, char const* in_end,
                                            char* out, char* out_end) noexcept {
    char const* const begin = in;
    ubytes before{};
    unsigned high_before = 0;
    while (in_end - in >= step && out_end - out >= room) {
      ubytes const now = load(in);
      unsigned const high = bits(now);
      if ((high | high_before >> 31) == 0) {
        store_ascii(out, now);
        out += 32 * unit;
      } else {
        window const w = look(before, now);
        checked const c = check(w);
        if (!is_zero(c.wrong)) break;
        units u = combine(w, c);
        ubytes not_last =
            less(now, all(0xC0 - 0x80)) | less(w.ago_1, all(0xE0 - 0x80));
        if (bits(less(now, all(0xF0 - 0x80)) | c.fourth |
                 less(w.ago_1, all(0x70)) | less(w.ago_2, all(0x70)))) {
          if constexpr (is_16) {
            u = with_surrogates(w, c, u);
          } else {
            u = with_top(w, c, u);
            not_last |= less(w.ago_2, all(0xF0 - 0x80));
          }
        }
        out = squeeze_all(out, u, ~bits(not_last));
      }
      high_before = high;
      before = now;
      in += step;
    }
    return end_of_whole_utf8<unit>(begin, in, out);
  }
};

template <form To>
  requires(To == form::utf16 || To == form::utf16_swapped ||
           To == form::utf32 || To == form::utf32_swapped)
struct conversion_kernel<form::utf8, To, cpu::avx2> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<utf8_to_utf_avx2<To>>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
