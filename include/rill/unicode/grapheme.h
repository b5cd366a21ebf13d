// rill/unicode/grapheme.h: splits text into what a human reader sees as
// characters.
//
// Layer 2. Pure, constexpr, no allocation. Finds the extended grapheme clusters
// of Unicode Standard Annex 29, for the version in unicode_version. Tests:
// test/unicode/grapheme_test.cpp.
#ifndef RILL_UNICODE_GRAPHEME_H
#define RILL_UNICODE_GRAPHEME_H

#include <type_traits>  // std::is_convertible_v

#include "../base/run.h"
#include "../base/text.h"
#include "width.h"
#include "utf8.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The end of the first cluster. Requires first != last.
constexpr char const* cluster_end(char const* first,
                                  char const* last) noexcept {
  cluster_walk<> walk;
  decoded_utf8 one = decode_utf8(first, last);
  (void)walk.goes_on(kind_of(one.code_point).part());
  while (one.end != last) {
    char const* const end = one.end;
    one = decode_utf8(end, last);
    if (!walk.goes_on(kind_of(one.code_point).part())) return end;
  }
  return last;
}

// A range of clusters. An iterator holds the rest of the text, so that copies
// remain valid.
class cluster_range {
 public:
  explicit constexpr cluster_range(text whole) noexcept : whole_(whole) {}

  struct end_of_clusters {};

  class iterator {
   public:
    using value_type = text;
    using difference_type = std::ptrdiff_t;

    constexpr iterator() noexcept = default;
    explicit constexpr iterator(text rest) noexcept
        : at_(rest.begin()), end_(at_), last_(rest.end()) {
      find_end();
    }
    constexpr text operator*() const noexcept {
      return {at_, static_cast<std::size_t>(end_ - at_)};
    }
    constexpr iterator& operator++() noexcept {
      at_ = end_;
      find_end();
      return *this;
    }
    constexpr iterator operator++(int) noexcept {
      iterator const before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(iterator const& other) const noexcept {
      return at_ == other.at_;
    }
    constexpr bool operator==(end_of_clusters) const noexcept {
      return at_ == last_;
    }

   private:
    constexpr void find_end() noexcept {
      if (at_ != last_) end_ = cluster_end(at_, last_);
    }

    char const* at_ = nullptr;
    char const* end_ = nullptr;
    char const* last_ = nullptr;
  };

  constexpr iterator begin() const noexcept { return iterator(whole_); }
  constexpr end_of_clusters end() const noexcept { return {}; }

 private:
  text whole_;
};

}  // namespace detail

/// The grapheme clusters of a UTF-8 text, each as a rill::text: a letter with
/// its marks, a syllable of Hangul, a flag, a family of emoji, "\r\n". Text
/// should not be split within a cluster.
/// Errors: none; each maximal subpart of ill-formed UTF-8 counts as a U+FFFD.
/// Source: Unicode Standard Annex 29, extended grapheme clusters.
///
/// Example:
///     for (rill::text piece : rill::graphemes("e\u0301\U0001F1F3\U0001F1F1"))
///       rill::print('[', piece.size, ']');
constexpr detail::cluster_range graphemes(text whole) noexcept {
  return detail::cluster_range(whole);
}

template <detail::temporary_owner String>
  requires std::is_convertible_v<String&, text>
constexpr detail::cluster_range graphemes(String&& whole) {
  static_assert(sizeof(String) == 0,
                "rill: the clusters of a temporary string would outlive it: "
                "keep the string in a variable");
  return detail::cluster_range(whole);
}

}  // namespace rill::inline RILL_BUILD

#endif
