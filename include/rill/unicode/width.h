// rill/unicode/width.h: how many columns a text takes on a terminal.
//
// Floor 2. Pure, constexpr, no allocation. docs/text.md says what counts as
// what. Tests: test/unicode/width_test.cpp.
#ifndef RILL_UNICODE_WIDTH_H
#define RILL_UNICODE_WIDTH_H

#include "../base/run.h"
#include "cluster.h"
#include "decode.h"

namespace rill::inline RILL_BUILD {

namespace detail {

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

// The end of a terminal's escape sequence whose ESC is before `at`: ESC [ …
// and a final byte, or ESC ] … BEL or ESC \ (ECMA-48, 5.4 and 5.6). Where it
// is none, `at`.
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

// The columns of a text, cluster by cluster.
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
  // ASCII characters are clusters, but for the last before something else,
  // which may hang on to it.
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
  // A cluster is as wide as its characters together: a spacing vowel stands
  // beside its letter, and a flag is two characters of one column. An emoji
  // that is joined to another, and a skin tone, are drawn over the first.
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
  std::size_t open_ = 0;  // of the cluster that may go on
  cluster_walk<> walk_;
  bool is_first_ = false;  // the character before began the cluster
  bool may_vary_ = false;  // and a variation selector behind it would count
};

// One text of it for all texts of a kind.
template <class Unit>
[[gnu::noinline]] constexpr std::size_t columns_of(run<Unit> units) noexcept {
  return column_count<Unit>().of(units.data, units.data + units.size);
}

}  // namespace detail

/// How many columns a text of any character type takes on a terminal that
/// knows Unicode: 2 for a wide or full-width character and for an emoji with
/// all that is joined to it, 0 for marks above or below a character, controls
/// and escape sequences, 1 for every other character and for what is
/// ill-formed.
/// Cost: about 1 ns for a character of ASCII, 5 to 10 for others.
/// Source: Unicode Standard Annexes 11 and 29, Technical Standard 51.
///
/// Example:
///     rill::println(rill::display_width("\u6771\u4EAC"), ' ',
///                   rill::display_width(u"e\u0301"));
template <class Text>
  requires detail::text_like<detail::bare<Text>>
constexpr std::size_t display_width(Text const& text) noexcept {
  auto const units = detail::run_of(text);
  using unit = detail::unit_of<detail::bare<Text>>;
  if constexpr (std::same_as<unit, char8_t>)
    if (!std::is_constant_evaluated())
      return detail::columns_of(detail::run<char>{
          reinterpret_cast<char const*>(units.data), units.size});
  return detail::columns_of(units);
}

}  // namespace rill::inline RILL_BUILD

#endif
