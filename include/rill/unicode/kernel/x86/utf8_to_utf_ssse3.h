// rill/unicode/kernel/x86/utf8_to_utf_ssse3.h: UTF-8 to UTF-16 and UTF-32
// with SSSE3.
//
// Floor 2. Each of 16 bytes becomes the unit of the character that would end
// with it; those with which none ends are then squeezed out, eight at a time.
// So there is one path for all mixtures, with a few instructions more where
// there are characters of four bytes. Runs of three or of four bytes, and
// ASCII, have loops of their own.
// GB/s to UTF-16 of Cyrillic, Chinese, emoji and a random mixture: 3.1, 8.6,
// 11, 2.5; character by character 0.7, 0.9, 1.0, 0.4.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF_SSSE3_H

#include "utf8_ssse3.h"
#include "ascii_steps.h"

namespace rill::inline RILL_BUILD::detail {

template <form To>
struct utf8_to_utf_ssse3 : utf8_ssse3 {
  using ascii = ascii_steps<To>;
  static constexpr bool is_16 = To == form::utf16 || To == form::utf16_swapped;
  static constexpr bool is_swapped =
      To == form::utf16_swapped || To == form::utf32_swapped;
  static constexpr int step = 16;
  static constexpr int unit = is_16 ? 2 : 4;
  // 16 units, and what is stored behind the last.
  static constexpr int room = 16 * unit + 8 * unit;

  struct byte_places {
    alignas(16) unsigned char at[16];
  };
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes triple_places() noexcept {
    static constexpr auto made = [] {
      byte_places spread_out{};
      for (unsigned i = 0; i != 16; ++i)
        spread_out.at[i] =
            i % 4 == 0 ? 0x80
                       : static_cast<unsigned char>(i / 4 * 3 + i % 4 - 1);
      return spread_out;
    }();
    return load(made.at);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes
  lower_unit_places() noexcept {
    static constexpr auto made = [] {
      byte_places lower{};
      for (unsigned i = 0; i != 16; ++i)
        lower.at[i] = i >= 8 ? 0x80
                             : static_cast<unsigned char>(i % 8 / 2 * 4 +
                                                          (i % 2 ^ is_swapped));
      return lower;
    }();
    return load(made.at);
  }
  // Units of so many bytes in the order of the output.
  template <unsigned Size>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes ordered(ubytes v) noexcept {
    if constexpr (!is_swapped) {
      return v;
    } else {
      static constexpr auto made = [] {
        byte_places turned{};
        for (unsigned i = 0; i != 16; ++i)
          turned.at[i] = static_cast<unsigned char>(i ^ (Size - 1));
        return turned;
      }();
      return look_up(v, load(made.at));
    }
  }

  // The lower 16 bits of what ends at each byte, the upper in a third.
  struct units {
    ubytes lower, upper, top;
  };

  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static void store_ascii(
      char* out, char const* in) noexcept {
    ubytes const now = load(in);
    ubytes const zero{};
    ubytes const first =
        is_swapped ? zip_lower(zero, now) : zip_lower(now, zero);
    ubytes const second =
        is_swapped ? zip_upper(zero, now) : zip_upper(now, zero);
    if constexpr (is_16) {
      store(out, first);
      store(out + 16, second);
    } else {
      store_pairs(out, first, zero);
      store_pairs(out + 32, second, zero);
    }
  }

  // Characters of up to three bytes.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static units combine(
      window const& w, checked const& c) noexcept {
    ubytes const high = spread(w.now);
    ubytes const lower =
        w.now ^ ((w.now ^ up<6>(w.ago_1)) & (high & all(0xC0)));
    ubytes const upper = (down<2>(w.ago_1) & (high & all(0x0F))) |
                         (up<4>(w.ago_2) & (spread(c.third) & all(0xF0)));
    return {lower, upper, ubytes{}};
  }
  // The third byte of four gives the first surrogate, the fourth the second.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static units with_surrogates(
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
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static units with_top(
      window const& w, checked const& c, units const& u) noexcept {
    ubytes const four = spread(c.fourth);
    return {
        u.lower, u.upper | (up<4>(w.ago_2) & (four & all(0xF0))),
        ((up<2>(w.ago_3) & all(0x1C)) | (down<4>(w.ago_2) & all(0x03))) & four};
  }

  // Stores those of eight units that are in the set.
  template <bool HasTop>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static void squeeze(
      char* out, ubytes low, ubytes top, unsigned set) noexcept {
    ubytes const chosen = load(unit_compress_table<>::places.place[set & 255]);
    ubytes const squeezed = look_up(low, chosen);
    if constexpr (is_16)
      store(out, squeezed);
    else
      store_pairs(out, squeezed, HasTop ? look_up(top, chosen) : ubytes{});
  }
  // Units of 32 bits of their lower and upper halves.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static void store_pairs(
      char* out, ubytes lower, ubytes upper) noexcept {
    store(out,
          is_swapped ? zip_lower_16(upper, lower) : zip_lower_16(lower, upper));
    store(out + 16,
          is_swapped ? zip_upper_16(upper, lower) : zip_upper_16(lower, upper));
  }
  template <bool HasTop>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static char* squeeze_all(
      char* out, units const& u, unsigned set) noexcept {
    ubytes const zero{};
    squeeze<HasTop>(
        out,
        is_swapped ? zip_lower(u.upper, u.lower) : zip_lower(u.lower, u.upper),
        is_swapped ? zip_lower(zero, u.top) : zip_lower(u.top, zero), set);
    squeeze<HasTop>(
        out + unit * __builtin_popcount(set & 0xFF),
        is_swapped ? zip_upper(u.upper, u.lower) : zip_upper(u.lower, u.upper),
        is_swapped ? zip_upper(zero, u.top) : zip_upper(u.top, zero), set >> 8);
    return out + unit * __builtin_popcount(set);
  }

  // Four characters of three or four bytes that lie in quarters of 32 bits,
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
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static uniform<Length> take_uniform(
      char const* in) noexcept {
    using form_of = uniform<Length>;
    ubytes spread_out;
    if constexpr (Length == 4) {
      spread_out = load(in);
    } else {
      spread_out = look_up(load(in), triple_places());
    }
    auto const found = reinterpret_cast<ints>(spread_out);
    // 6 bits of each byte: 64 * a + b, then 4096 * ab + cd.
    auto const parts = __builtin_ia32_pmaddubsw128(
        reinterpret_cast<bytes>(found & ~form_of::marks_mask),
        reinterpret_cast<bytes>(signed_words{} + short{1 << 8 | 64}));
    auto const value = reinterpret_cast<ints>(__builtin_ia32_pmaddwd128(
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
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static char* store_uniform(
      char* out, ints value) noexcept {
    if constexpr (!is_16) {
      store(out, ordered<4>(reinterpret_cast<ubytes>(value)));
      return out + 16;
    } else if constexpr (Length == 4) {
      // D800 and bits 10 and up of what is above 10000; DC00 and the rest.
      ints const pair = (value >> 10) + ((value & 0x3FF) << 16) +
                        static_cast<int>(0xDC00D7C0);
      store(out, ordered<2>(reinterpret_cast<ubytes>(pair)));
      return out + 16;
    } else {
      store(out, look_up(reinterpret_cast<ubytes>(value), lower_unit_places()));
      return out + 8;
    }
  }

  // Where the whole of 16 bytes was characters of one length, more of them
  // may follow. Returns how far they go, not less than `at`.
  template <int Length>
  [[gnu::noinline]] RILL_UTF8_SSSE3 static kernel_progress run_uniform(
      char const* begin, kernel_progress at, char const* in_end,
      char* out_end) noexcept {
    kernel_progress now = end_of_whole_utf8<unit>(begin, at.in, at.out);
    while (in_end - now.in >= 16 && out_end - now.out >= 16) {
      uniform<Length> const taken = take_uniform<Length>(now.in);
      if (!taken.is_right) break;
      now.out = store_uniform<Length>(now.out, taken.value);
      now.in += 4 * Length;
    }
    return now.in > at.in ? now : at;
  }

  // From a step that is ASCII on.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static void run_ascii(
      char const*& in, char const* in_end, char*& out, char* out_end) noexcept {
    store_ascii(out, in);
    in += step;
    out += step * unit;
    for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end); left != 0;
         --left) {
      if (bits(load(in) | load(in + 16) | load(in + 32) | load(in + 48)) != 0)
        break;
#pragma GCC unroll 4
      for (int i = 0; i != 64; i += step) store_ascii(out + i * unit, in + i);
      in += 64;
      out += 64 * unit;
    }
  }

  RILL_UTF8_SSSE3 static kernel_progress run(char const* begin, char const* in,
                                             char const* in_end, char* out,
                                             char* out_end) noexcept {
    unsigned high_before = 0;
    unsigned four_before = 0;
    while (in_end - in >= step && out_end - out >= room) {
      ubytes const now = load(in);
      unsigned const high = bits(now);
      if ((high | high_before >> 15) == 0) {
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
      if ((four | four_before >> 13) == 0) {
        four_before = 0;
        unsigned const set = bits(not_last) ^ 0xFFFF;
        out = squeeze_all<false>(out, u, set);
        // The ends of four or more characters of three bytes.
        if ((set >> __builtin_ctz(set) & 0x0FFF) != 0x0249) continue;
        kernel_progress const done =
            run_uniform<3>(begin, {in, out}, in_end, out_end);
        if (done.in == in) continue;
        in = done.in;
        out = done.out;
      } else {
        four_before = four;
        if constexpr (is_16)
          out = squeeze_all<true>(out, with_surrogates(w, c, u),
                                  bits(not_last) ^ 0xFFFF);
        else
          out = squeeze_all<true>(
              out, with_top(w, c, u),
              bits(not_last | less(w.ago_2, all(0xF0 - 0x80))) ^ 0xFFFF);
        if (__builtin_popcount(four) != 4) continue;
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
struct conversion_kernel<form::utf8, To, cpu::ssse3> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<utf8_to_utf_ssse3<To>>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
