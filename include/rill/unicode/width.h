// rill/unicode/width.h: the columns of a text on a terminal, by the kinds of
// its characters and their clusters.
//
// Layer 2. Tests: test/unicode/width_test.cpp, test/unicode/grapheme_test.cpp.
#ifndef RILL_UNICODE_WIDTH_H
#define RILL_UNICODE_WIDTH_H

#include "../base/run.h"
#include "utf8.h"
#include "width_15_tables.h"

// The role of a code point in a grapheme cluster, and its columns by itself.
//
// Pure, constexpr, no allocation.

namespace rill::inline RILL_BUILD {
namespace detail {

// The values of Grapheme_Cluster_Break (Unicode Standard Annex 29, table 2),
// and Extended_Pictographic, whose characters have no other of these values.
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
  hangul_closed,  // a syllable with a final
  pictographic,
};

// An entry of the tables; tools/generate_width.py describes its bits.
struct character_kind {
  unsigned char bits;

  constexpr cluster_part part() const noexcept {
    return static_cast<cluster_part>(bits & 15);
  }
  constexpr unsigned columns() const noexcept { return bits >> 4 & 3u; }
  // True if variation selectors make it an emoji or a text.
  constexpr bool varies() const noexcept { return (bits & 64) != 0; }
};

// A template, so that it is only parsed where nothing uses it.
template <class Point>
struct kind_lookup {
  static constexpr character_kind make(cluster_part part,
                                       unsigned columns) noexcept {
    return {
        static_cast<unsigned char>(static_cast<unsigned>(part) | columns << 4)};
  }
  // From 20000 on: two planes of ideographs, and one block of characters that
  // are invisible by themselves. The generator checks this for each code point.
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
    // The first of the 28 syllables with the same beginning has no final.
    if (found.part() == cluster_part::hangul_closed && (c - 0xAC00) % 28 == 0)
      return make(cluster_part::hangul_open, found.columns());
    return found;
  }
};

template <class Point>
constexpr character_kind kind_of(Point c) noexcept {
  return kind_lookup<Point>::find(c);
}

// Finds the ends of grapheme clusters.
//
// Pure, constexpr, no allocation. The rules are those of Unicode Standard Annex
// 29 for extended grapheme clusters. Templates with a single instantiation:
// print.h includes this header, and unused templates are only parsed.

// Goes through a text, one character at a time, and finds the ends of clusters.
template <class Part = cluster_part>
class cluster_walk {
 public:
  // True if the character belongs to the cluster of the one before it.
  constexpr bool goes_on(Part next) noexcept {
    bool const joined = (held_by(before_) & set(next)) != 0 ||
                        (next == Part::pictographic && after_joined_picture_) ||
                        (next == Part::regional && odd_regionals_);
    // GB11: a pictographic, any number of extending characters, a joiner.
    after_joined_picture_ = next == Part::joiner && in_picture_;
    in_picture_ =
        next == Part::pictographic || (in_picture_ && next == Part::extend);
    // GB12, GB13: flags are pairs.
    odd_regionals_ = next == Part::regional && !odd_regionals_;
    before_ = next;
    return joined;
  }
  constexpr Part before() const noexcept { return before_; }

 private:
  template <class... Parts>
  static constexpr unsigned set(Parts... parts) noexcept {
    return ((1u << static_cast<unsigned>(parts)) | ... | 0u);
  }
  // The parts that may follow a part within a cluster (rules GB3 to GB9b).
  static constexpr unsigned held_by(Part part) noexcept {
    unsigned const hanging = set(Part::extend, Part::joiner, Part::spacing);
    switch (part) {
      case Part::carriage_return:
        return set(Part::line_feed);
      case Part::line_feed:
      case Part::control:
        return 0;
      case Part::prepend:
        return ~set(Part::carriage_return, Part::line_feed, Part::control);
      case Part::hangul_lead:
        return hanging | set(Part::hangul_lead, Part::hangul_vowel,
                             Part::hangul_open, Part::hangul_closed);
      case Part::hangul_open:
      case Part::hangul_vowel:
        return hanging | set(Part::hangul_vowel, Part::hangul_trail);
      case Part::hangul_closed:
      case Part::hangul_trail:
        return hanging | set(Part::hangul_trail);
      default:
        return hanging;
    }
  }

  Part before_ = Part::control;  // GB1: the text begins
  bool in_picture_ = false;
  bool after_joined_picture_ = false;
  bool odd_regionals_ = false;
};

// How many columns a text takes on a terminal.
//
// Pure, constexpr, no allocation. docs/text.md describes the rules.

template <class Unit>
constexpr bool is_printable_ascii(Unit unit) noexcept {
  return unit >= Unit{' '} && unit <= Unit{'~'};
}

template <class Unit>
constexpr decoded<Unit> next_character(Unit const* first,
                                       Unit const* last) noexcept {
  if constexpr (sizeof(Unit) == 1) {
    auto const one = take_utf8(first, last);
    return {one.code_point, first + one.size};
  } else {
    return decode_one(first, last);
  }
}

// The end of a terminal's escape sequence whose ESC is before `at`: ESC [ … and
// a final byte, or ESC ] … BEL or ESC \ (ECMA-48, 5.4 and 5.6). Returns `at` if
// there is no such sequence.
template <class Unit>
constexpr Unit const* escape_end(Unit const* at, Unit const* last) noexcept {
  if (at == last) return at;
  Unit const* end = at + 1;
  if (*at == Unit{'['}) {
    while (end != last && *end >= Unit{' '} && *end <= Unit{'?'}) ++end;
    if (end != last && *end >= Unit{'@'} && *end <= Unit{'~'}) return end + 1;
  } else if (*at == Unit{']'}) {
    for (; end != last; ++end) {
      if (*end == Unit{7}) return end + 1;
      if (*end == Unit{27})
        return end + 1 != last && end[1] == Unit{'\\'} ? end + 2 : at;
    }
  }
  return at;
}

// Adds up the columns of a text, cluster by cluster.
template <class Unit>
class column_count {
 public:
  constexpr std::size_t of(Unit const* at, Unit const* last) noexcept {
    while (at != last) {
      at = take_ascii(at, last);
      if (at == last) break;
      decoded<Unit> const one = next_character(at, last);
      take(one.code_point);
      at = one.code_point == 27 ? escape_end(one.end, last) : one.end;
    }
    return done_ + open_;
  }

 private:
  // Takes printable ASCII characters, each of which is a cluster. Leaves the
  // last one if another character follows, because that may extend it.
  constexpr Unit const* take_ascii(Unit const* at, Unit const* last) noexcept {
    if (!is_printable_ascii(*at) || walk_.before() == cluster_part::prepend)
      return at;
    Unit const* end = at + 1;
    while (end != last && is_printable_ascii(*end)) ++end;
    if (end != last) --end;
    if (end == at) return at;
    done_ += open_ + static_cast<std::size_t>(end - at);
    open_ = 0;
    walk_ = cluster_walk<>();
    return end;
  }
  // Adds a character. A cluster is as wide as its characters together: a
  // spacing vowel is beside its letter, and a flag is two characters of one
  // column. But an emoji joined to another, and a skin tone, are drawn over the
  // first.
  constexpr void take(char32_t c) noexcept {
    constexpr char32_t as_text = 0xFE0E;
    constexpr char32_t as_emoji = 0xFE0F;
    character_kind const kind = kind_of(c);
    bool const is_joined = walk_.before() == cluster_part::joiner;
    // Converted here: g++ 11.2 does not compile std::size_t{kind.columns()}.
    std::size_t const columns = kind.columns();
    if (!walk_.goes_on(kind.part())) {
      done_ += open_;
      open_ = columns;
      is_first_ = true;
    } else {
      if (c == as_emoji && may_vary_)
        open_ = 2;
      else if (c == as_text && may_vary_ && is_first_)
        open_ = 1;
      else if (is_joined || is_skin_tone(c))
        open_ = larger(open_, columns);
      else
        open_ += columns;
      is_first_ = false;
    }
    may_vary_ = kind.varies();
  }
  static constexpr bool is_skin_tone(char32_t c) noexcept {
    return c >= 0x1F3FB && c <= 0x1F3FF;
  }

  std::size_t done_ = 0;
  std::size_t open_ = 0;  // of the cluster that may continue
  cluster_walk<> walk_;
  bool is_first_ = false;  // the previous character began the cluster
  bool may_vary_ = false;  // and a variation selector would affect it
};

// Not inlined, so that there is one copy for each type of unit.
template <class Unit>
[[gnu::noinline]] constexpr std::size_t columns_of(run<Unit> units) noexcept {
  return column_count<Unit>().of(units.data, units.data + units.size);
}

}  // namespace detail

/// How many columns a text of any character type takes on a terminal that
/// supports Unicode: 2 for a wide or full-width character and for an emoji with
/// everything joined to it, 0 for marks above or below a character, controls
/// and escape sequences, 1 for every other character and for ill-formed text.
/// Cost: about 1 ns for a character of ASCII, 5 to 10 for others.
/// Source: Unicode Standard Annexes 11 and 29, Technical Standard 51.
///
/// Example:
///     rill::println(rill::display_width("\u6771\u4EAC"), ' ',
///                   rill::display_width(u"e\u0301"));
template <class Text>
  requires detail::text_like<detail::remove_cvref<Text>>
constexpr std::size_t display_width(Text const& text) noexcept {
  auto const units = detail::run_of(text);
  using unit = detail::unit_of<detail::remove_cvref<Text>>;
  if constexpr (std::same_as<unit, char8_t>)
    if (!std::is_constant_evaluated())
      return detail::columns_of(detail::run<char>{
          reinterpret_cast<char const*>(units.data), units.size});
  return detail::columns_of(units);
}

}  // namespace rill::inline RILL_BUILD

#endif
