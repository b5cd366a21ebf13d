// rill/value/scan_target.h: wrappers that say how much text an argument of
// scan takes.
//
// Floor 2. Pure. S is a string of any character type. Tests:
// test/scan/text_test.cpp.
#ifndef RILL_VALUE_SCAN_TARGET_H
#define RILL_VALUE_SCAN_TARGET_H

#include "../base/run.h"

namespace rill::inline RILL_BUILD {

/// The rest of the line; its end (\n or \r\n) is taken and not stored.
template <class S>
struct line_target {
  S& value;
};
template <class S>
constexpr line_target<S> line(S& value) noexcept {
  return {value};
}

/// Everything up to the end of the input.
/// Memory: the source's buffer holds all of it before the string does, so
/// that an error, or a lack of memory, leaves it to be read again.
template <class S>
struct rest_target {
  S& value;
};
template <class S>
constexpr rest_target<S> rest(S& value) noexcept {
  return {value};
}

/// Everything before the first character that is `delimiter`, or for which
/// `delimiter(character)` is true; that character is taken and not stored. A
/// delimiter may be of any character type; a function is given each char, or
/// each char32_t where the string is not of char.
/// At the end of the input the delimiter may be missing.
template <class S, class Delimiter>
struct until_target {
  S& value;
  Delimiter delimiter;
};
template <class S, class Delimiter>
constexpr until_target<S, Delimiter> until(S& value, Delimiter delimiter) {
  return {value, delimiter};
}

/// The next character, white space too: a byte for char and char8_t, a whole
/// character of UTF-8 for the others.
template <class Character>
struct character_target {
  Character& value;
};
template <class Character>
  requires detail::character<Character>
constexpr character_target<Character> character(Character& value) noexcept {
  return {value};
}

}  // namespace rill::inline RILL_BUILD

#endif
