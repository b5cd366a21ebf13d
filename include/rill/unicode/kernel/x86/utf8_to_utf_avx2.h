// rill/unicode/kernel/x86/utf8_to_utf_avx2.h: UTF-8 to UTF-16 and UTF-32
// with AVX2.
//
// Floor 2. Each of 32 bytes becomes the unit of the character that would end
// with it; those with which none ends are then squeezed out, eight at a time.
// So there is one path for all mixtures, with a few instructions more where
// there are characters of four bytes. Runs of three or of four bytes, and
// ASCII, have loops of their own.
// GB/s to UTF-16 of Cyrillic, Chinese, emoji and a random mixture: 5.0, 11,
// 17, 4.1; with SSSE3 3.1, 8.6, 11, 2.5.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_AVX2_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_AVX2_H

#include "utf8_avx2.h"
#include "ascii_steps.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form To>
struct utf8_to_utf_avx2 : utf8_avx2 {
  using ascii = ascii_steps<To>;
  static constexpr bool is_16 = To == form::utf16 || To == form::utf16_swapped;
  static constexpr bool is_swapped =
      To == form::utf16_swapped || To == form::utf32_swapped;
  static constexpr int step = 32;
  static constexpr int unit = is_16 ? 2 : 4;
  // 32 units, and what is stored behind the last.
  static constexpr int room = 32 * unit + 8 * unit;

  // Places in each half of 32 bytes.
  struct byte_places {
    alignas(32) unsigned char at[32];
  };
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes triple_places() noexcept {
    static constexpr auto made = [] {
      byte_places spread_out{};
      for (unsigned i = 0; i != 32; ++i)
        spread_out.at[i] =
            i % 4 == 0 ? 0x80
                       : static_cast<unsigned char>(i % 16 / 4 * 3 + i % 4 - 1);
      return spread_out;
    }();
    return load(made.at);
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes lower_unit_places() noexcept {
    static constexpr auto made = [] {
      byte_places lower{};
      for (unsigned i = 0; i != 32; ++i)
        lower.at[i] = i % 16 >= 8 ? 0x80
                                  : static_cast<unsigned char>(
                                        i % 8 / 2 * 4 + (i % 2 ^ is_swapped));
      return lower;
    }();
    return load(made.at);
  }
  // Units of so many bytes in the order of the output.
  template <unsigned Size>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes ordered(ubytes v) noexcept {
    if constexpr (!is_swapped) {
      return v;
    } else {
      static constexpr auto made = [] {
        byte_places turned{};
        for (unsigned i = 0; i != 32; ++i)
          turned.at[i] = static_cast<unsigned char>(i % 16 ^ (Size - 1));
        return turned;
      }();
      return look_up(v, load(made.at));
    }
  }

  // The lower 16 bits of what ends at each byte, the upper in a third.
  struct units {
    ubytes lower, upper, top;
  };

  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store_ascii(
      char* out, char const* in) noexcept {
    if constexpr (is_16) {
#pragma GCC unroll 2
      for (int i = 0; i != 2; ++i)
        store(out + 32 * i, ordered<unit>(widen_to_16(in + 16 * i)));
    } else {
#pragma GCC unroll 4
      for (int i = 0; i != 4; ++i)
        store(out + 32 * i, ordered<unit>(widen_to_32(in + 8 * i)));
    }
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
  template <bool HasTop>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void squeeze(char* out, half low,
                                                        half top,
                                                        unsigned set) noexcept {
    half const chosen =
        load_half(unit_compress_table<>::places.place[set & 255]);
    half const squeezed = __builtin_ia32_pshufb128(low, chosen);
    if constexpr (is_16) {
      __builtin_memcpy(out, &squeezed, 16);
    } else if constexpr (!HasTop && !is_swapped) {
      store(out, widen_units(squeezed));
    } else {
      half const tops = __builtin_ia32_pshufb128(top, chosen);
      store_pairs(out, is_swapped ? tops : squeezed,
                  is_swapped ? squeezed : tops);
    }
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store_pairs(
      char* out, half first, half second) noexcept {
#if defined(__clang__)
    auto const a = reinterpret_cast<half_words>(first);
    auto const b = reinterpret_cast<half_words>(second);
    auto const lower = RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    auto const upper = RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
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
  template <bool HasTop>
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
    squeeze<HasTop>(out, half_of<0>(first), half_of<0>(first_top), set);
    squeeze<HasTop>(behind(set & 0xFF), half_of<0>(second),
                    half_of<0>(second_top), set >> 8);
    squeeze<HasTop>(behind(set & 0xFFFF), half_of<1>(first),
                    half_of<1>(first_top), set >> 16);
    squeeze<HasTop>(behind(set & 0xFFFFFF), half_of<1>(second),
                    half_of<1>(second_top), set >> 24);
    return behind(set);
  }

  // Eight characters of three or four bytes that lie in quarters of 32 bits,
  // the last byte uppermost.
  template <int Length>
  struct uniform {
    static constexpr int marks_mask =
        static_cast<int>(Length == 3 ? 0xC0C0F000 : 0xC0C0C0F8);
    static constexpr int marks =
        static_cast<int>(Length == 3 ? 0x8080E000 : 0x808080F0);
    ints value;
    bool is_right;
  };
  template <int Length>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static uniform<Length> take_uniform(
      char const* in) noexcept {
    using form_of = uniform<Length>;
    ubytes spread_out;
    if constexpr (Length == 4) {
      spread_out = load(in);
    } else {
      spread_out =
          look_up(join(load_half(in), load_half(in + 12)), triple_places());
    }
    auto const found = reinterpret_cast<ints>(spread_out);
    // 6 bits of each byte: 64 * a + b, then 4096 * ab + cd.
    auto const parts = __builtin_ia32_pmaddubsw256(
        reinterpret_cast<bytes>(found & ~form_of::marks_mask),
        reinterpret_cast<bytes>(signed_words{} + short{1 << 8 | 64}));
    auto const value = reinterpret_cast<ints>(__builtin_ia32_pmaddwd256(
        parts, reinterpret_cast<signed_words>(ints{} + (1 << 16 | 4096))));
    auto wrong = (found & form_of::marks_mask) != form_of::marks;
    if constexpr (Length == 4) {
      wrong |= (value < 0x10000) | (value > 0x10FFFF);
    } else {
      ints const upper = value & 0xF800;
      wrong |= (upper == 0) | (upper == 0xD800);
    }
    return {value, is_zero(reinterpret_cast<ubytes>(wrong))};
  }
  template <int Length>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static char* store_uniform(
      char* out, ints value) noexcept {
    if constexpr (!is_16) {
      store(out, ordered<4>(reinterpret_cast<ubytes>(value)));
      return out + 32;
    } else if constexpr (Length == 4) {
      // D800 and bits 10 and up of what is above 10000; DC00 and the rest.
      ints const pair = (value >> 10) + ((value & 0x3FF) << 16) +
                        static_cast<int>(0xDC00D7C0);
      store(out, ordered<2>(reinterpret_cast<ubytes>(pair)));
      return out + 32;
    } else {
      auto const lower = half_of<0>(
          cross(look_up(reinterpret_cast<ubytes>(value), lower_unit_places())));
      __builtin_memcpy(out, &lower, 16);
      return out + 16;
    }
  }

  // Where the whole of 32 bytes was characters of one length, more of them
  // may follow. Returns how far they go, not less than `at`.
  template <int Length>
  [[gnu::noinline]] RILL_UTF8_AVX2 static kernel_progress run_uniform(
      char const* begin, kernel_progress at, char const* in_end,
      char* out_end) noexcept {
    kernel_progress now = end_of_whole_utf8<unit>(begin, at.in, at.out);
    while (in_end - now.in >= 32 && out_end - now.out >= 32) {
      uniform<Length> const taken = take_uniform<Length>(now.in);
      if (!taken.is_right) break;
      now.out = store_uniform<Length>(now.out, taken.value);
      now.in += 8 * Length;
    }
    return now.in > at.in ? now : at;
  }

  // From a step that is ASCII on.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void run_ascii(
      char const*& in, char const* in_end, char*& out, char* out_end) noexcept {
    store_ascii(out, in);
    in += step;
    out += 32 * unit;
    for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end); left != 0;
         --left) {
      if (bits(load(in) | load(in + 32)) != 0) break;
#pragma GCC unroll 4
      for (int i = 0; i != 64; i += step) store_ascii(out + i * unit, in + i);
      in += 64;
      out += 64 * unit;
    }
  }

  RILL_UTF8_AVX2 static kernel_progress run(char const* begin, char const* in,
                                            char const* in_end, char* out,
                                            char* out_end) noexcept {
    unsigned high_before = 0;
    unsigned four_before = 0;
    while (in_end - in >= step && out_end - out >= room) {
      ubytes const now = load(in);
      unsigned const high = bits(now);
      if ((high | high_before >> 31) == 0) {
        run_ascii(in, in_end, out, out_end);
        high_before = four_before = 0;
        continue;
      }
      window const w = in == begin ? look(ubytes{}, now) : look_back(in);
      checked const c = check(w);
      if (!is_zero(c.wrong)) break;
      high_before = high;
      in += step;
      unsigned const four = bits(less(now, all(0xF0 - 0x80)));
      units const u = combine(w, c);
      ubytes const not_last =
          less(now, all(0xC0 - 0x80)) | less(w.ago_1, all(0xE0 - 0x80));
      if ((four | four_before >> 29) == 0) {
        four_before = 0;
        unsigned const set = ~bits(not_last);
        out = squeeze_all<false>(out, u, set);
        // The ends of nine or more characters of three bytes.
        if ((set >> __builtin_ctz(set) & 0x0FFFFFFF) != 0x09249249) continue;
        kernel_progress const done =
            run_uniform<3>(begin, {in, out}, in_end, out_end);
        if (done.in == in) continue;
        in = done.in;
        out = done.out;
      } else {
        four_before = four;
        if constexpr (is_16)
          out =
              squeeze_all<true>(out, with_surrogates(w, c, u), ~bits(not_last));
        else
          out = squeeze_all<true>(
              out, with_top(w, c, u),
              ~bits(not_last | less(w.ago_2, all(0xF0 - 0x80))));
        if (__builtin_popcount(four) != 8) continue;
        kernel_progress const done =
            run_uniform<4>(begin, {in, out}, in_end, out_end);
        if (done.in == in) continue;
        in = done.in;
        out = done.out;
        four_before = 0;
      }
      high_before = ~0u;
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
