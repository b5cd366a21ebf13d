// rill/unicode/kernel/x86/levels/to_utf8.h: a vector of units at a time to
// UTF-8.
//
// Floor 2. Included once for each level (vectors.h). What utf16_to_utf8.h and
// its neighbours are made of. Blocks are of sixteen units, in as many vectors
// as that takes. Tests: test/unicode/kernel/to_utf8_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// Words that are bytes, those of a in front; and numbers that are words.
RILL_LEVEL_INLINE bytes narrow(words a, words b) noexcept {
  return in_order(RILL_LEVEL_BUILTIN(packuswb)(
      reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
}
RILL_LEVEL_INLINE words narrow(uints a, uints b) noexcept {
  return in_order(reinterpret_cast<words>(RILL_LEVEL_BUILTIN(packusdw)(
      reinterpret_cast<ints>(a), reinterpret_cast<ints>(b))));
}

// A template, so that only who uses it pays for it.
template <class Tables>
struct to_utf8 {
  // The room that a block needs: eight words write 16 bytes from at most 36
  // on; sixteen characters of four bytes need it all.
  static constexpr std::ptrdiff_t room = 64;

  to_utf8_words const& constant = unknown(Tables::words);

  // The tables are aligned: an instruction takes them as its operand.
  RILL_LEVEL_INLINE static words each(
      to_utf8_words::repeated const& word) noexcept {
    return *reinterpret_cast<words const*>(&word);
  }
  RILL_LEVEL_INLINE static uints each(
      to_utf8_ints::repeated const& number) noexcept {
    return *reinterpret_cast<uints const*>(&number);
  }
  // The bytes of a block from `from` on, without the first of the block.
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
  // Words that are bytes, of the first and the last vector of a block.
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
  // The last two bytes of each, as if it had three.
  RILL_LEVEL_INLINE words last_two(words v) const noexcept {
    return (v >> 6 & each(constant.last_six)) |
           (v << 8 & each(constant.upper_six)) | each(constant.trailing);
  }

  // Slots of two bytes, of which the second is all of it where there is a 1 in
  // the masks of the two lanes.
  RILL_LEVEL_INLINE static char* put_pairs(words slot_row, unsigned low,
                                           unsigned high, char* out) noexcept {
    bytes const packed = shuffled(slot_row, Tables::pairs, low, high);
    store(out, lane_of<0>(packed));
    if constexpr (lanes == 1) {
      return out + 16 - __builtin_popcount(low);
    } else {
      // Behind the first, whose surplus it overwrites.
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
  // Slots of the second half of `lead`, for characters of three bytes, and of
  // the two of `slots`, as above.
  RILL_LEVEL_INLINE char* put_quads(words lead, words slot_row, words single,
                                    words below_three,
                                    char* out) const noexcept {
    // What is single is below three, too.
    unsigned const mask =
        bits((single | each(constant.high_byte)) & below_three);
    return put_slots(zip_lower(lead, slot_row), zip_upper(lead, slot_row), mask,
                     out);
  }

  // Characters of one or two bytes; and of one to three.
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

  // The same for a block of sixteen words: its first vector and its last, or
  // one that is both.
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

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
