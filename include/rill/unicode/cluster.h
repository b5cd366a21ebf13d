// rill/unicode/cluster.h: which characters make one cluster.
//
// Floor 2. Pure, constexpr, no allocation. The rules are those of Unicode
// Standard Annex 29 for extended grapheme clusters. Templates, although there
// is one of each: print.h includes this, and what is not used is then only
// parsed. Tests: test/unicode/grapheme_test.cpp.
#ifndef RILL_UNICODE_CLUSTER_H
#define RILL_UNICODE_CLUSTER_H

#include "character_kind.h"

namespace rill::inline RILL_BUILD::detail {

// Walks through a text, a character at a time, and says where clusters end.
template <class Part = cluster_part>
class cluster_walk {
 public:
  // Does the character belong to the cluster of the one before it?
  constexpr bool goes_on(Part next) noexcept {
    bool const joined = (held_by(before_) & set(next)) != 0 ||
                        (next == Part::pictographic && after_joined_picture_) ||
                        (next == Part::regional && odd_regionals_);
    // GB11: a pictographic, any number of extending ones, a joiner.
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
  // The parts that a part holds on to (rules GB3 to GB9b).
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
