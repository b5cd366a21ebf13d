// rill/unicode/kernel/x86/levels/from_utf8.h: validates UTF-8 and converts it
// to the other forms.
//
// Layer 2. Included once for each level (vectors.h). Tests:
// test/unicode/kernel/from_utf8_test.cpp.

// Which bytes of UTF-8 are wrong, a vector at a time.
//
// The source of the tables is in ../../kernel.h.

namespace rill::inline RILL_BUILD::detail {
namespace RILL_LEVEL {

// A vector of bytes, and the vectors that begin one, two and three bytes before
// it.
struct window {
  ubytes now, ago_1, ago_2, ago_3;
};
// look_first is for the beginning of a text. look_back reads the three bytes
// before `in`.
RILL_LEVEL_INLINE window look_first(ubytes now) noexcept {
  ubytes const before = nothing_before(now);
  return {now, bytes_ago<1>(now, before), bytes_ago<2>(now, before),
          bytes_ago<3>(now, before)};
}
RILL_LEVEL_INLINE window look_back(char const* in) noexcept {
  return {load<ubytes>(in), load<ubytes>(in - 1), load<ubytes>(in - 2),
          load<ubytes>(in - 3)};
}

struct checked {
  ubytes wrong;   // not zero if there is an error
  ubytes third;   // highest bit: a third byte of three or four
  ubytes fourth;  // highest bit: a fourth byte
};
RILL_LEVEL_INLINE checked check_window(window const& w) noexcept {
  using tables = utf8_pair_tables<>;
  auto const first_upper = load<ubytes>(tables::first_upper.entry);
  auto const first_lower = load<ubytes>(tables::first_lower.entry);
  auto const second_upper = load<ubytes>(tables::second_upper.entry);
  ubytes const kinds = look_up(first_upper, down<4>(w.ago_1) & all(0xF)) &
                       look_up(first_lower, w.ago_1 & all(0xF)) &
                       look_up(second_upper, down<4>(w.now) & all(0xF));
  ubytes const third = less(w.ago_2, all(0xE0 - 0x80));
  ubytes const fourth = less(w.ago_3, all(0xF0 - 0x80));
  return {kinds ^ ((third | fourth) & all(0x80)), third, fourth};
}

// The highest bits of `Size` bytes, combined by or.
template <int Size>
RILL_LEVEL_INLINE unsigned high_bits(char const* in) noexcept {
  ubytes any = load<ubytes>(in);
#pragma GCC unroll 8
  for (int i = width; i < Size; i += width) any |= load<ubytes>(in + i);
  return bits(any);
}

// UTF-8 to UTF-16 and UTF-32.
//
// Included once for each level (vectors.h). Each byte of a vector becomes the
// unit of the character that would end with it; then the units of bytes that
// end no character are removed, eight at a time. So all mixtures take one path,
// with a few instructions more where there are characters of four bytes. Runs
// of three or of four bytes, and ASCII, have loops of their own. GB/s to UTF-16
// of Cyrillic, Chinese, emoji and a random mixture: with AVX2 5.0, 11, 17, 4.1;
// with SSSE3 3.1, 8.6, 11, 2.5; character by character 0.7, 0.9, 1.0, 0.4.
// Figures: bench/unicode/from_utf8.cpp.

template <form To>
struct utf8_to_utf {
  using ascii = ascii_steps<To>;
  static constexpr bool is_16 = has_utf16_units(To);
  static constexpr bool is_swapped = has_swapped_units(To);
  static constexpr int step = width;
  static constexpr int unit = is_16 ? 2 : 4;
  // The room that a step needs: for its units, and for the unspecified ones
  // that it stores behind the last.
  static constexpr int room = step * unit + 8 * unit;
  // A bit for each byte of a step.
  static constexpr unsigned all_bits = ~0u >> (32 - step);

  // The units of the characters that end at each byte: bits 0 to 7, 8 to 15,
  // and the bits above.
  struct units {
    ubytes lower, upper, top;
  };

  RILL_LEVEL_INLINE static void store_ascii(char* out,
                                            char const* in) noexcept {
    if constexpr (width == 16) {
      ascii::store_ascii(out, in);
    } else {
#pragma GCC unroll 4
      for (int i = 0; i != unit; ++i)
        if constexpr (is_16)
          store(out + width * i,
                ordered<To>(widen_to_words(in + width / 2 * i)));
        else
          store(out + width * i,
                ordered<To>(widen_to_ints(in + width / 4 * i)));
    }
  }

  // The units of characters of up to three bytes.
  RILL_LEVEL_INLINE static units combine(window const& w,
                                         checked const& c) noexcept {
    ubytes const high = spread(w.now);
    ubytes const lower =
        w.now ^ ((w.now ^ up<6>(w.ago_1)) & (high & all(0xC0)));
    ubytes const upper = (down<2>(w.ago_1) & (high & all(0x0F))) |
                         (up<4>(w.ago_2) & (spread(c.third) & all(0xF0)));
    return {lower, upper, ubytes{}};
  }
  // Adds characters of four bytes for UTF-16: the third byte becomes the first
  // surrogate, the fourth the second.
  RILL_LEVEL_INLINE static units with_surrogates(window const& w,
                                                 checked const& c,
                                                 units const& u) noexcept {
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
  RILL_LEVEL_INLINE static units with_top(window const& w, checked const& c,
                                          units const& u) noexcept {
    ubytes const four = spread(c.fourth);
    return {
        u.lower, u.upper | (up<4>(w.ago_2) & (four & all(0xF0))),
        ((up<2>(w.ago_3) & all(0x1C)) | (down<4>(w.ago_2) & all(0x03))) & four};
  }

  template <class V>
  RILL_LEVEL_INLINE static V zip_low(V first, V second) noexcept {
    return is_swapped ? zip_lower(second, first) : zip_lower(first, second);
  }
  template <class V>
  RILL_LEVEL_INLINE static V zip_high(V first, V second) noexcept {
    return is_swapped ? zip_upper(second, first) : zip_upper(first, second);
  }

  // Stores those of eight units that are in the set, without gaps.
  template <bool HasTop>
  RILL_LEVEL_INLINE static void squeeze(char* out, lane low, lane top,
                                        unsigned set) noexcept {
    auto const places =
        load<lane>(unit_compress_table<>::places.place[set & 255]);
    auto const squeezed = look_up(low, places);
    if constexpr (is_16) {
      store(out, squeezed);
    } else if constexpr (!HasTop && !is_swapped) {
      store_widened(out, squeezed);
    } else {
      auto const lower = reinterpret_cast<lane_words>(squeezed);
      auto const upper = reinterpret_cast<lane_words>(look_up(top, places));
      store(out, zip_low(lower, upper));
      store(out + 16, zip_high(lower, upper));
    }
  }
  // The same for all units of a step, sixteen in each lane.
  template <bool HasTop>
  RILL_LEVEL_INLINE static char* squeeze_all(char* out, units const& u,
                                             unsigned set) noexcept {
    ubytes const zero{};
    ubytes const first = zip_low(u.lower, u.upper);
    ubytes const second = zip_high(u.lower, u.upper);
    ubytes const first_top = zip_low(u.top, zero);
    ubytes const second_top = zip_high(u.top, zero);
    auto const behind = [out](unsigned part) {
      return out + unit * __builtin_popcount(part);
    };
    squeeze<HasTop>(out, lane_of<0>(first), lane_of<0>(first_top), set);
    squeeze<HasTop>(behind(set & 0xFF), lane_of<0>(second),
                    lane_of<0>(second_top), set >> 8);
    if constexpr (lanes == 2) {
      squeeze<HasTop>(behind(set & 0xFFFF), lane_of<lanes - 1>(first),
                      lane_of<lanes - 1>(first_top), set >> 16);
      squeeze<HasTop>(behind(set & 0xFFFFFF), lane_of<lanes - 1>(second),
                      lane_of<lanes - 1>(second_top), set >> 24);
    }
    return behind(set);
  }

  // Characters of three or four bytes, each in 32 bits with its last byte in
  // the highest position.
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
  RILL_LEVEL_INLINE static uniform<Length> take_uniform(
      char const* in) noexcept {
    using form_of = uniform<Length>;
    ubytes spread_out;
    if constexpr (Length == 4)
      spread_out = load<ubytes>(in);
    else
      spread_out =
          look_up(load_lanes(in, 12), load<ubytes>(byte_places<>::triples.at));
    auto const found = reinterpret_cast<ints>(spread_out);
    // Joins 6 bits of each byte: 64 * a + b, then 4096 * ab + cd.
    auto const parts = RILL_LEVEL_BUILTIN(pmaddubsw)(
        reinterpret_cast<bytes>(found & ~form_of::marks_mask),
        reinterpret_cast<bytes>(signed_words{} + short{1 << 8 | 64}));
    auto const value = reinterpret_cast<ints>(RILL_LEVEL_BUILTIN(pmaddwd)(
        parts, reinterpret_cast<signed_words>(ints{} + (1 << 16 | 4096))));
    auto wrong = (found & form_of::marks_mask) != form_of::marks;
    if constexpr (Length == 4) {
      wrong |= (value < 0x10000) | (value > 0x10FFFF);
    } else {
      ints const upper = value & 0xF800;
      wrong |= (upper == 0) | (upper == 0xD800);
    }
    return {value, is_zero(wrong)};
  }
  template <int Length>
  RILL_LEVEL_INLINE static char* store_uniform(char* out, ints value) noexcept {
    if constexpr (!is_16) {
      store(out, ordered<To>(value));
      return out + width;
    } else if constexpr (Length == 4) {
      // D7C0 + (value >> 10) is the first surrogate, because 10000 >> 10 is 40;
      // DC00 and the lower ten bits are the second.
      ints const pair = (value >> 10) + ((value & 0x3FF) << 16) +
                        static_cast<int>(0xDC00D7C0);
      store(out, ordered<To>(pair));
      return out + width;
    } else {
      // Keeps the lower half of each number.
      auto const places =
          load<ubytes>(byte_places<>::lower_halves<is_swapped>.at);
      store(out, lane_of<0>(in_order(look_up(value, places))));
      return out + width / 2;
    }
  }

  // Called after a step in which all characters had one length: converts more
  // of them. Returns where they end, which is `at` or behind it.
  template <int Length>
  [[gnu::noinline]] RILL_LEVEL_TARGET static kernel_progress run_uniform(
      char const* begin, kernel_progress at, char const* in_end,
      char* out_end) noexcept {
    kernel_progress now = end_of_whole_utf8<unit>(begin, at.in, at.out);
    while (in_end - now.in >= step && out_end - now.out >= step) {
      uniform<Length> const taken = take_uniform<Length>(now.in);
      if (!taken.is_right) break;
      now.out = store_uniform<Length>(now.out, taken.value);
      now.in += step / 4 * Length;
    }
    return now.in > at.in ? now : at;
  }

  // Converts a run of ASCII, beginning with one step that is known to be ASCII.
  RILL_LEVEL_INLINE static void run_ascii(char const*& in, char const* in_end,
                                          char*& out, char* out_end) noexcept {
    store_ascii(out, in);
    in += step;
    out += step * unit;
    for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end); left != 0;
         --left) {
      if (high_bits<64>(in) != 0) break;
#pragma GCC unroll 4
      for (int i = 0; i != 64; i += step) store_ascii(out + i * unit, in + i);
      in += 64;
      out += 64 * unit;
    }
  }

  // True if the first characters that end in the set have three bytes: four
  // characters in a step of 16 bytes, ten in a step of 32.
  RILL_LEVEL_INLINE static bool is_run_of_three(unsigned set) noexcept {
    constexpr unsigned looked_at = all_bits >> 4;
    return (set >> __builtin_ctz(set) & looked_at) == (0x49249249 & looked_at);
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* begin,
                                               char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    unsigned high_before = 0;
    unsigned four_before = 0;
    while (in_end - in >= step && out_end - out >= room) {
      auto const now = load<ubytes>(in);
      unsigned const high = bits(now);
      if ((high | high_before >> (step - 1)) == 0) {
        run_ascii(in, in_end, out, out_end);
        high_before = four_before = 0;
        continue;
      }
      window const w = in == begin ? look_first(now) : look_back(in);
      checked const c = check_window(w);
      if (!is_zero(c.wrong)) break;
      high_before = high;
      in += step;
      unsigned const four = bits(less(now, all(0xF0 - 0x80)));
      units const u = combine(w, c);
      ubytes const not_last =
          less(now, all(0xC0 - 0x80)) | less(w.ago_1, all(0xE0 - 0x80));
      if ((four | four_before >> (step - 3)) == 0) {
        four_before = 0;
        unsigned const set = bits(not_last) ^ all_bits;
        out = squeeze_all<false>(out, u, set);
        if (!is_run_of_three(set)) continue;
        kernel_progress const done =
            run_uniform<3>(begin, {in, out}, in_end, out_end);
        if (done.in == in) continue;
        in = done.in;
        out = done.out;
      } else {
        four_before = four;
        out = put_with_four(out, w, c, u, not_last);
        if (__builtin_popcount(four) != step / 4) continue;
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

  // Converts a step with characters of up to four bytes.
  RILL_LEVEL_INLINE static char* put_with_four(char* out, window const& w,
                                               checked const& c, units const& u,
                                               ubytes not_last) noexcept {
    if constexpr (is_16)
      return squeeze_all<true>(out, with_surrogates(w, c, u),
                               bits(not_last) ^ all_bits);
    else
      return squeeze_all<true>(
          out, with_top(w, c, u),
          bits(not_last | less(w.ago_2, all(0xF0 - 0x80))) ^ all_bits);
  }
};

}  // namespace RILL_LEVEL

template <form To>
  requires(has_wide_units(To))
struct conversion_kernel<form::utf8, To, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<RILL_LEVEL::utf8_to_utf<To>>(in, in_end, out,
                                                         out_end);
  }
};

// UTF-8 to Latin-1.
//
// Included once for each level (vectors.h). Drops C2; drops C3 and adds 40 to
// its continuation. Any other byte that is not ASCII ends the conversion. A
// text with one such letter in ten: 9 GB/s with AVX2, 6.2 with SSSE3. Figures:
// bench/unicode/from_utf8.cpp.

namespace RILL_LEVEL {

template <class = void>
struct utf8_to_latin1 {
  using ascii = ascii_steps<form::latin1>;
  static constexpr int step = width;
  static constexpr int unit = 1;
  // The room that a step needs, with the bytes that it stores behind its last
  // one.
  static constexpr int room = step + 8;

  // Stores those of 16 bytes that are not lead bytes.
  RILL_LEVEL_INLINE static char* squeeze_lane(char* out, lane v,
                                              unsigned leads) noexcept {
    using table = byte_compress_table<>;
    unsigned const set = leads ^ 0xFFFF;
    auto const first = load<long long>(table::places.place[set & 255]);
    auto const second = load<long long>(table::places.place[set >> 8]);
    auto const squeezed = reinterpret_cast<lane_longs>(
        look_up(v, lane_longs{first, second + 0x0808080808080808}));
    long long const halves[2] = {squeezed[0], squeezed[1]};
    store(out, halves[0]);
    store(out + __builtin_popcount(set & 255), halves[1]);
    return out + __builtin_popcount(set);
  }
  template <int Lane = 0>
  RILL_LEVEL_INLINE static char* squeeze(char* out, ubytes v,
                                         unsigned leads) noexcept {
    out = squeeze_lane(out, lane_of<Lane>(v), leads >> 16 * Lane & 0xFFFF);
    if constexpr (Lane + 1 != lanes)
      return squeeze<Lane + 1>(out, v, leads);
    else
      return out;
  }

  // Copies whole blocks of ASCII.
  RILL_LEVEL_INLINE static void run_ascii(char const*& in, char const* in_end,
                                          char*& out, char* out_end) noexcept {
    for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end); left != 0;
         --left) {
      if (high_bits<64>(in) != 0) break;
#pragma GCC unroll 4
      for (int i = 0; i != 64; i += step) store(out + i, load<ubytes>(in + i));
      in += 64;
      out += 64;
    }
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* begin,
                                               char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    while (in_end - in >= step && out_end - out >= room) {
      auto const now = load<ubytes>(in);
      window const w = in == begin ? look_first(now) : look_back(in);
      ubytes const lead = is_lead(now);
      ubytes const continuation = is_continuation(now);
      ubytes const wrong = (is_lead(w.ago_1) ^ continuation) |
                           (now & ~(continuation | lead) & all(0x80));
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
      ubytes const letters = now | (is_C3(w.ago_1) & all(0x40));
      unsigned const leads = bits(lead);
      if (leads == 0) {
        store(out, letters);
        out += step;
        run_ascii(in, in_end, out, out_end);
      } else {
        out = squeeze(out, letters, leads);
      }
    }
    return end_of_whole_utf8<unit>(begin, in, out);
  }

 private:
  RILL_LEVEL_INLINE static ubytes is_lead(ubytes v) noexcept {
    return match(v, all(0xFE), all(0xC2));
  }
  RILL_LEVEL_INLINE static ubytes is_C3(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(v == all(0xC3));
  }
  RILL_LEVEL_INLINE static ubytes is_continuation(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    reinterpret_cast<signed_bytes>(all(0xC0)));
  }
};

}  // namespace RILL_LEVEL

template <>
struct conversion_kernel<form::utf8, form::latin1, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<RILL_LEVEL::utf8_to_latin1<>>(in, in_end, out,
                                                          out_end);
  }
};

// Validation of UTF-8.
//
// Included once for each level (vectors.h). Text that is not ASCII: 22 GB/s
// with AVX2, 9.7 with SSSE3. Figures: bench/unicode/from_utf8.cpp.

namespace RILL_LEVEL {

template <class = void>
struct utf8_validation {
  static constexpr int step = 64;

  RILL_LEVEL_TARGET static char const* run(char const* begin, char const* in,
                                           char const* in_end) noexcept {
    constexpr int ascii_step = 4 * width;
    while (in_end - in >= step) {
      if (high_bits<step>(in) == 0) {
        if (bytes_of_cut_utf8(begin, in) != 0) break;
        in += step;
        while (in_end - in >= ascii_step && high_bits<ascii_step>(in) == 0)
          in += ascii_step;
        continue;
      }
      auto const first = load<ubytes>(in);
      ubytes wrong =
          check_window(in == begin ? look_first(first) : look_back(in)).wrong;
#pragma GCC unroll 3
      for (int i = width; i != step; i += width)
        wrong = wrong | check_window(look_back(in + i)).wrong;
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
    }
    return in - bytes_of_cut_utf8(begin, in);
  }
};

}  // namespace RILL_LEVEL

template <>
struct validation_kernel<form::utf8, cpu::RILL_LEVEL> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return validate_in_steps<RILL_LEVEL::utf8_validation<>>(in, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail
