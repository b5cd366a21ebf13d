// rill/unicode/character_kind.h: what a code point is in a cluster of
// characters, and how many columns it takes by itself.
//
// Floor 2. Pure, constexpr, no allocation. Tests:
// test/unicode/width_test.cpp.
#ifndef RILL_UNICODE_CHARACTER_KIND_H
#define RILL_UNICODE_CHARACTER_KIND_H

#include "width_15_tables.h"

namespace rill::inline RILL_BUILD::detail {

// The values of Grapheme_Cluster_Break (Unicode Standard Annex 29, table 2),
// and Extended_Pictographic, which no character with one of the others has.
enum class cluster_part : unsigned char {
  other,
  carriage_return,
  line_feed,
  control,
  extend,
  joiner,
  regional,
  prepend,
  spacing,
  hangul_lead,
  hangul_vowel,
  hangul_trail,
  hangul_open,    // a syllable without a final
  hangul_closed,  // a syllable with one
  pictographic,
};

// The byte of the tables: tools/generate_width.py.
struct character_kind {
  unsigned char bits;

  constexpr cluster_part part() const noexcept {
    return static_cast<cluster_part>(bits & 15);
  }
  constexpr unsigned columns() const noexcept { return bits >> 4 & 3u; }
  // Do variation selectors make it an emoji or a text?
  constexpr bool varies() const noexcept { return (bits & 64) != 0; }
};

// Templates: see cluster.h.
template <class Point>
struct kind_lookup {
  static constexpr character_kind make(cluster_part part,
                                       unsigned columns) noexcept {
    return {
        static_cast<unsigned char>(static_cast<unsigned>(part) | columns << 4)};
  }
  // From 20000 on: two planes of ideographs, and one block of what is not
  // seen by itself. The generator proves it.
  static constexpr character_kind above_tables(Point c) noexcept {
    if (c < 0x40000)
      return make(cluster_part::other, (c & 0xFFFE) == 0xFFFE ? 1 : 2);
    if (c >> 12 != 0xE0) return make(cluster_part::other, 1);
    bool const extends =
        (c >= 0xE0020 && c <= 0xE007F) || (c >= 0xE0100 && c <= 0xE01EF);
    return make(extends ? cluster_part::extend : cluster_part::control, 0);
  }
  static constexpr unsigned byte(char const* table, unsigned at) noexcept {
    return static_cast<unsigned char>(table[at]);
  }
  static constexpr character_kind find(Point c) noexcept {
    if (c >= 0x20000) return above_tables(c);
    unsigned const leaf = c >> kind_leaf_bits;
    unsigned const part = byte(kinds_15_first, leaf >> kind_middle_bits);
    unsigned const in_part = leaf & ((1u << kind_middle_bits) - 1);
    unsigned const place =
        byte(kinds_15_middle, part << kind_middle_bits | in_part);
    unsigned const in_leaf = c & ((1u << kind_leaf_bits) - 1);
    unsigned const bits =
        byte(kinds_15_leaves, place << kind_leaf_bits | in_leaf);
    character_kind const found = {static_cast<unsigned char>(bits)};
    // Of the 28 syllables with the same beginning, the first has no final.
    if (found.part() == cluster_part::hangul_closed && (c - 0xAC00) % 28 == 0)
      return make(cluster_part::hangul_open, found.columns());
    return found;
  }
};

template <class Point>
constexpr character_kind kind_of(Point c) noexcept {
  return kind_lookup<Point>::find(c);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
