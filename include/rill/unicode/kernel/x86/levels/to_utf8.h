// rill/unicode/kernel/x86/levels/to_utf8.h: UTF-16, UTF-32 and Latin-1 to
// UTF-8.
//
// Layer 2. Included once for each level (vectors.h). Blocks are of sixteen
// units, in as many vectors as that takes. Tests:
// test/unicode/kernel/to_utf8_test.cpp.

// The operations that the conversions share.

namespace rill::inline RILL_BUILD::detail {
namespace RILL_LEVEL {

// Narrows words to bytes, and 32-bit numbers to words. The elements of `a` come
// first.
RILL_LEVEL_INLINE bytes narrow(words a, words b) noexcept {
  return in_order(RILL_LEVEL_BUILTIN(packuswb)(
      reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
}
RILL_LEVEL_INLINE words narrow(uints a, uints b) noexcept {
  return in_order(reinterpret_cast<words>(RILL_LEVEL_BUILTIN(packusdw)(
      reinterpret_cast<ints>(a), reinterpret_cast<ints>(b))));
}

// A template, so that it costs nothing where it is not used.
template <class Tables>
struct to_utf8 {
  // The room for a block. Eight words are stored as 16 bytes at an offset of at
  // most 36; sixteen characters of four bytes need all 64.
  static constexpr std::ptrdiff_t room = 64;

  to_utf8_words const& constant = unknown(Tables::words);

  // The tables are aligned, so that instructions can take them as memory
  // operands.
  RILL_LEVEL_INLINE static words each(
      to_utf8_words::repeated const& word) noexcept {
    return *reinterpret_cast<words const*>(&word);
  }
  RILL_LEVEL_INLINE static uints each(
      to_utf8_ints::repeated const& number) noexcept {
    return *reinterpret_cast<uints const*>(&number);
  }
  // The bytes of a block from `from` on, with the first `skipped` bytes of the
  // block cleared.
  template <class V>
  RILL_LEVEL_INLINE static V without(std::size_t skipped, V v,
                                     std::size_t from = 0) noexcept {
    return v & load<V>(Tables::keep.byte + 64 - skipped + from);
  }
  template <class V>
  RILL_LEVEL_INLINE static bytes shuffled(V v, shuffle_rows const& rows,
                                          std::size_t low,
                                          std::size_t high) noexcept {
    return look_up(reinterpret_cast<bytes>(v),
                   rows_of(rows.row[low], rows.row[high]));
  }
  // Stores words that fit bytes, from the first and the last vector of a block.
  RILL_LEVEL_INLINE static void store_narrowed(char* out, words first,
                                               words last) noexcept {
    store(out, lane_of<0>(narrow(first, last)));
  }

  RILL_LEVEL_INLINE words is_ascii(words v) const noexcept {
    return match(v, each(constant.above_ascii), words{});
  }
  RILL_LEVEL_INLINE words is_below_three(words v) const noexcept {
    return match(v, each(constant.above_two), words{});
  }
  RILL_LEVEL_INLINE words is_surrogate(words v) const noexcept {
    return match(v, each(constant.above_two), each(constant.surrogate));
  }
  // The last two bytes of each unit, as if all took three.
  RILL_LEVEL_INLINE words last_two(words v) const noexcept {
    return (v >> 6 & each(constant.last_six)) |
           (v << 8 & each(constant.upper_six)) | each(constant.trailing);
  }

  // Slots of two bytes. A 1 in the masks of the two lanes means that only the
  // second byte of the slot is used.
  RILL_LEVEL_INLINE static char* put_pairs(words slot_row, unsigned low,
                                           unsigned high, char* out) noexcept {
    bytes const packed = shuffled(slot_row, Tables::pairs, low, high);
    store(out, lane_of<0>(packed));
    if constexpr (lanes == 1) {
      return out + 16 - __builtin_popcount(low);
    } else {
      // Overwrites the unused bytes behind the first lane.
      out += 16 - __builtin_popcount(low);
      store(out, lane_of<lanes - 1>(packed));
      return out + 16 - __builtin_popcount(high);
    }
  }

  // Slots of four bytes, four in each lane; a mask has two bits for each slot,
  // in the order of the slots: first those of the first half of each lane.
  RILL_LEVEL_INLINE static char* put_slots(words first, words second,
                                           unsigned mask, char* out) noexcept {
    bytes const even =
        shuffled(first, Tables::quads, mask & 0xFF, mask >> 16 & 0xFF);
    bytes const odd =
        shuffled(second, Tables::quads, mask >> 8 & 0xFF, mask >> 24);
    store(out, lane_of<0>(even));
    store(out + 12 - __builtin_popcount(mask & 0xFF), lane_of<0>(odd));
    if constexpr (lanes == 2) {
      store(out + 24 - __builtin_popcount(mask & 0xFFFF),
            lane_of<lanes - 1>(even));
      store(out + 36 - __builtin_popcount(mask & 0xFFFFFF),
            lane_of<lanes - 1>(odd));
    }
    return out + 24 * lanes - __builtin_popcount(mask);
  }
  // Makes slots of four bytes from `lead`, whose high byte is the first of
  // three, and from the two bytes of `slot_row`, and writes them.
  RILL_LEVEL_INLINE char* put_quads(words lead, words slot_row, words single,
                                    words below_three,
                                    char* out) const noexcept {
    // `below_three` includes the characters of one byte.
    unsigned const mask =
        bits((single | each(constant.high_byte)) & below_three);
    return put_slots(zip_lower(lead, slot_row), zip_upper(lead, slot_row), mask,
                     out);
  }

  // Characters of one or two bytes, and of one to three.
  RILL_LEVEL_INLINE words slots_of_two(words v, words single) const noexcept {
    words const shifted = v << 8;
    words const two = (v >> 6) | (shifted & each(constant.upper_six)) |
                      each(constant.both_of_two);
    return choose(two, shifted, single);
  }
  RILL_LEVEL_INLINE char* put_two(words v, char* out) const noexcept {
    words const single = is_ascii(v);
    unsigned const mask = bits(
        RILL_LEVEL_BUILTIN(packsswb)(reinterpret_cast<signed_words>(single),
                                     reinterpret_cast<signed_words>(single)));
    return put_pairs(slots_of_two(v, single), mask & 0xFF, mask >> 24, out);
  }
  RILL_LEVEL_INLINE char* put_three(words v, char* out) const noexcept {
    words const below_three = is_below_three(v);
    words const lead = v >> 4 | each(constant.lead_of_three);
    if (is_zero(below_three)) {
      words const slot_row = last_two(v);
      return put_slots(zip_lower(lead, slot_row), zip_upper(lead, slot_row), 0,
                       out);
    }
    words const single = is_ascii(v);
    words const slot_row =
        last_two(v) | (below_three & each(constant.lead_of_two));
    return put_quads(lead, choose(slot_row, v << 8, single), single,
                     below_three, out);
  }

  // The same for a block of sixteen words. If one vector holds the block,
  // `first` and `last` are the same.
  RILL_LEVEL_INLINE char* put_block_of_two(words first, words last,
                                           char* out) const noexcept {
    out = put_two(first, out);
    return lanes == 1 ? put_two(last, out) : out;
  }
  RILL_LEVEL_INLINE char* put_block_of_three(words first, words last,
                                             char* out) const noexcept {
    out = put_three(first, out);
    return lanes == 1 ? put_three(last, out) : out;
  }
};

// UTF-16 to UTF-8, sixteen units at a time.
//
// Included once for each level (vectors.h). Each surrogate becomes two bytes of
// UTF-8, which need at most two bits of the other surrogate. So pairs take the
// same path as other units, and may lie across two blocks. Figures:
// bench/unicode/to_utf8.cpp. GB/s of UTF-16 (Chinese, Cyrillic, emoji, random):
// with AVX2 14.8, 12.7, 11.5, 5.1; with SSSE3 8.1, 9.5, 5.9, 3.1; portable code
// 0.9, 0.7, 1.2, 0.4.

template <form From>
struct utf16_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using base = to_utf8<to_utf8_tables<form>>;
  using base::constant;
  using base::each;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 2, units = 16;
  // A block has one or two vectors. If it has one, the last is the first, and
  // the compiler merges the operations on both.
  static constexpr int block = unit_size * units, last = block - width;

  RILL_LEVEL_INLINE static words load_units(char const* from) noexcept {
    return ordered<From>(load<words>(from));
  }
  RILL_LEVEL_INLINE words is_high(words v) const noexcept {
    return match(v, each(constant.half), each(constant.surrogate));
  }

  // Writes units with surrogates. Returns null if one of them is unpaired.
  RILL_LEVEL_INLINE char* put_surrogates(words v, words before,
                                         char* out) const noexcept {
    words const high = is_high(v);
    words const low = match(v, each(constant.half), each(constant.low_half));
    words const wrong = low ^ is_high(before);
    if (!is_zero(wrong)) [[unlikely]]
      return nullptr;
    words const upper = v + each(constant.high_base);
    words const highs = (upper >> 8) | (upper << 6 & each(constant.upper_six)) |
                        each(constant.both_of_four);
    // The third byte needs the two lowest bits of the first surrogate. The
    // second surrogate has ones in these places: the exclusive or below clears
    // those that are 0 in the first.
    words const lows = ~(before << 4) & each(constant.low_bits) & low;
    words const paired = high | low;
    words const halves = choose(base::last_two(v) ^ lows, highs, high);
    if (is_all(paired)) {
      store(out, halves);
      return out + width;
    }
    words const single = base::is_ascii(v);
    words const two = base::is_below_three(v);
    words const slot_row = halves | (two & each(constant.lead_of_two));
    return base::put_quads(v >> 4 | each(constant.lead_of_three),
                           choose(slot_row, v << 8, single), single,
                           two | paired, out);
  }

  // Writes blocks while they have surrogates, or the unit before is the first
  // of a pair. False if a surrogate is unpaired.
  RILL_LEVEL_INLINE bool put_blocks(bool is_first, char const*& in,
                                    char const* in_end, char*& out,
                                    char* out_end) const noexcept {
    words v = load_units(in);
    words before =
        is_first ? bytes_ago<2>(v, nothing_before(v)) : load_units(in - 2);
    for (;;) {
      char* end = put_surrogates(v, before, out);
      if constexpr (last != 0)
        if (end) [[likely]]
          end = put_surrogates(load_units(in + last), load_units(in + last - 2),
                               end);
      if (!end) [[unlikely]]
        return false;
      out = end;
      in += block;
      if (in_end - in < block || out_end - out < base::room) return true;
      v = load_units(in);
      before = load_units(in - 2);
      words const found = base::is_surrogate(v) |
                          base::is_surrogate(load_units(in + last)) |
                          is_high(before);
      if (is_zero(found)) return true;
    }
  }

  static bool is_cut(char const* unit) noexcept {
    auto const upper =
        static_cast<unsigned char>(unit[From == form::utf16 ? 1 : 0]);
    return (upper & 0xFC) == 0xD8;
  }
  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    utf16_to_utf8 const to;
    std::size_t const gone = 2 * skipped;
    words const a = base::without(gone, load_units(in)),
                b = base::without(gone, load_units(in + last), last);
    words const before_a = base::without(gone, load_units(in - 2));
    words const before_b = base::without(gone, load_units(in + last - 2), last);
    if (has_none(a | b | before_a | before_b, each(to.constant.above_ascii))) {
      base::store_narrowed(out, a, b);
      return out + units;
    }
    words const found = to.is_surrogate(a) | to.is_surrogate(b) |
                        to.is_high(before_a) | to.is_high(before_b);
    if (is_zero(found)) return to.put_block_of_three(a, b, out);
    out = to.put_surrogates(a, before_a, out);
    if constexpr (last != 0)
      if (out) out = to.put_surrogates(b, before_b, out);
    return out;
  }

  // Converts a run of ASCII.
  RILL_LEVEL_INLINE void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    constexpr int vectors = 64 / width;
    while (in_end - in >= 64 && out_end - out >= 32) {
      words v[vectors], any{};
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i)
        any |= v[i] = load_units(in + width * i);
      if (!has_none(any, each(constant.above_ascii))) break;
#pragma GCC unroll 2
      for (int i = 0; i != vectors; i += 2)
        store(out + width / 2 * i, narrow(v[i], v[i + 1]));
      in += 64;
      out += 32;
    }
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    utf16_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= block && out_end - out >= base::room) {
      words const a = load_units(in), b = load_units(in + last);
      if (has_none(a | b, each(to.constant.above_ascii))) {
        base::store_narrowed(out, a, b);
        in += block;
        out += units;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      if (has_none(a | b, each(to.constant.above_two))) {
        out = to.put_block_of_two(a, b, out);
      } else if (is_zero(to.is_surrogate(a) | to.is_surrogate(b))) {
        out = to.put_block_of_three(a, b, out);
      } else {
        if (!to.put_blocks(in == begin, in, in_end, out, out_end)) break;
        continue;
      }
      in += block;
    }
    return finish_to_utf8<utf16_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace RILL_LEVEL

template <form From>
  requires(has_utf16_units(From))
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::utf16_to_utf8<From> {};

// UTF-32 to UTF-8, sixteen characters at a time.
//
// Included once for each level (vectors.h). Blocks without characters of four
// bytes are narrowed to words and converted as UTF-16 is. The others become
// slots of four bytes. Figures: bench/unicode/to_utf8.cpp. GB/s of UTF-32
// (Chinese, Cyrillic, emoji, random): with AVX2 22.0, 19.5, 17.8, 7.1; with
// SSSE3 14.1, 15.5, 7.4, 4.3; portable code 1.6, 1.2, 1.3, 0.6.

namespace RILL_LEVEL {

template <form From>
struct utf32_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using tables = to_utf8_tables<form>;
  using base = to_utf8<tables>;
  using base::each;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 4, units = 16;
  static constexpr int block_size = unit_size * units;
  // A block has four vectors or two. If it has two, c and d are a and b, and
  // the compiler merges the operations on both pairs.
  static constexpr int vectors = block_size / width;
  static constexpr int last = block_size - 2 * width;
  struct block {
    uints a, b, c, d;
  };

  to_utf8_ints const& wide = unknown(tables::ints);

  RILL_LEVEL_INLINE static uints load_units(char const* from) noexcept {
    return ordered<From>(load<uints>(from));
  }
  RILL_LEVEL_INLINE static block load_block(char const* from) noexcept {
    return {load_units(from), load_units(from + width), load_units(from + last),
            load_units(from + last + width)};
  }
  RILL_LEVEL_INLINE static bool has_none_of(block const& v,
                                            uints wanted) noexcept {
    return has_none(v.a | v.b | v.c | v.d, wanted);
  }

  // Writes a vector of characters of any length. Returns null if one of them is
  // not a scalar value.
  RILL_LEVEL_INLINE char* put_any(uints v, char* out) const noexcept {
    auto const too_large =
        reinterpret_cast<uints>(reinterpret_cast<ints>(v >> 16) >
                                reinterpret_cast<ints>(each(wide.most_upper)));
    if (!is_zero(too_large | match(v, each(wide.above_two),
                                   each(wide.surrogate)))) [[unlikely]]
      return nullptr;
    uints slot_row =
        (v << 24 & each(wide.fourth)) | (v << 10 & each(wide.third)) |
        (v >> 4 & each(wide.second)) | v >> 18 | each(wide.all_of_four);
    uints const below_four = match(v, each(wide.above_three), uints{});
    if (is_zero(below_four)) {
      store(out, slot_row);
      return out + width;
    }
    uints const below_three = match(v, each(wide.above_two), uints{});
    uints const single = match(v, each(wide.above_ascii), uints{});
    slot_row |= (below_four & each(wide.lead_of_three)) |
                (below_three & each(wide.lead_of_two));
    slot_row = choose(slot_row, v << 24, single);
    auto const code =
        reinterpret_cast<ints>(((single | ~below_four) & each(wide.low_code)) |
                               (below_three & each(wide.high_code)));
    unsigned const mask = bits(RILL_LEVEL_BUILTIN(packssdw)(code, code));
    unsigned const low = mask & 0xFF, high = mask >> 24;
    bytes const packed = base::shuffled(slot_row, tables::quads, low, high);
    store(out, lane_of<0>(packed));
    out += tables::quad_places.of[low] >> 24;
    if constexpr (lanes == 1) return out;
    store(out, lane_of<lanes - 1>(packed));
    return out + (tables::quad_places.of[high] >> 24);
  }

  // Writes sixteen characters that are not all ASCII. Returns null if one of
  // them is not a scalar value.
  RILL_LEVEL_INLINE char* put(block const& v, char* out) const noexcept {
    if (has_none_of(v, each(wide.above_three))) {
      words const a = narrow(v.a, v.b), b = narrow(v.c, v.d);
      if (has_none(a | b, each(this->constant.above_two)))
        return base::put_block_of_two(a, b, out);
      if (!is_zero(base::is_surrogate(a) | base::is_surrogate(b))) [[unlikely]]
        return nullptr;
      return base::put_block_of_three(a, b, out);
    }
    // Not unrolled for four vectors: the compiler would keep constants in
    // registers, and load each with an instruction on the path above, too.
    uints const part[] = {v.a, v.b, v.c, v.d};
#pragma GCC unroll lanes
    for (int i = 0; i != vectors; ++i) {
      out = put_any(part[i], out);
      if (!out) [[unlikely]]
        return nullptr;
    }
    return out;
  }

  // Converts a run of ASCII, more than a block at a time.
  static constexpr int ascii_block = 4 * width;
  RILL_LEVEL_INLINE void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    while (in_end - in >= ascii_block && out_end - out >= width) {
      uints v[4], any{};
#pragma GCC unroll 4
      for (int i = 0; i != 4; ++i) any |= v[i] = load_units(in + width * i);
      if (!has_none(any, each(wide.above_ascii))) break;
      store(out, narrow(narrow(v[0], v[1]), narrow(v[2], v[3])));
      in += ascii_block;
      out += width;
    }
  }

  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    utf32_to_utf8 const to;
    std::size_t const gone = 4 * skipped;
    block const v = load_block(in);
    return to.put({base::without(gone, v.a), base::without(gone, v.b, width),
                   base::without(gone, v.c, last),
                   base::without(gone, v.d, last + width)},
                  out);
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    utf32_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= block_size && out_end - out >= base::room) {
      block const v = load_block(in);
      if (has_none_of(v, each(to.wide.above_ascii))) {
        base::store_narrowed(out, narrow(v.a, v.b), narrow(v.c, v.d));
        out += units;
        if constexpr (ascii_block > block_size) {
          in += block_size;
          to.put_ascii(in, in_end, out, out_end);
          continue;
        }
      } else {
        char* const end = to.put(v, out);
        if (!end) break;
        out = end;
      }
      in += block_size;
    }
    return finish_to_utf8<utf32_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace RILL_LEVEL

template <form From>
  requires(has_utf32_units(From))
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::utf32_to_utf8<From> {};

// ISO 8859-1 to UTF-8, a vector of characters at a time.
//
// Included once for each level (vectors.h). Figures: bench/unicode/to_utf8.cpp.
// French 8.1 GB/s with AVX2, 6.8 with SSSE3.

namespace RILL_LEVEL {

template <form From>
struct latin1_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using base = to_utf8<to_utf8_tables<form>>;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 1, units = width;
  static constexpr std::ptrdiff_t room = 2 * width;
  static bool is_cut(char const*) noexcept { return false; }

  // Writes characters; those with a 1 in `mask` take one byte, the others two.
  RILL_LEVEL_INLINE char* put(ubytes v, unsigned mask,
                              char* out) const noexcept {
    out = put_half(widened<0>(v), mask, out);
    return put_half(widened<1>(v), mask >> width / 2, out);
  }
  RILL_LEVEL_INLINE char* put_half(words v, unsigned mask,
                                   char* out) const noexcept {
    return base::put_pairs(base::slots_of_two(v, base::is_ascii(v)),
                           mask & 0xFF, mask >> 8 & 0xFF, out);
  }

  // Copies whole blocks of ASCII.
  RILL_LEVEL_INLINE static void put_ascii(char const*& in, char const* in_end,
                                          char*& out, char* out_end) noexcept {
    constexpr int vectors = 64 / width;
    while (in_end - in >= 64 && out_end - out >= 64) {
      ubytes v[vectors], any{};
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i)
        any |= v[i] = load<ubytes>(in + width * i);
      if (bits(any)) break;
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i) store(out + width * i, v[i]);
      in += 64;
      out += 64;
    }
  }

  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    latin1_to_utf8 const to;
    auto const v = base::without(skipped, load<ubytes>(in));
    return to.put(v, ~bits(v), out);
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    latin1_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= width && out_end - out >= room) {
      auto const v = load<ubytes>(in);
      unsigned const above = bits(v);
      in += width;
      if (above == 0) {
        store(out, v);
        out += width;
        put_ascii(in, in_end, out, out_end);
      } else {
        out = to.put(v, ~above, out);
      }
    }
    return finish_to_utf8<latin1_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace RILL_LEVEL

template <form From>
  requires(From == form::latin1)
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::latin1_to_utf8<From> {};

}  // namespace rill::inline RILL_BUILD::detail
