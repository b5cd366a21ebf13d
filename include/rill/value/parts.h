// rill/value/parts.h: wrappers of several values, layouts over several lines,
// and the targets of a scan.
//
// Layer 2. Tests: test/print/styled_test.cpp, test/print/translate_test.cpp,
// test/print/join_test.cpp, test/print/pretty_test.cpp,
// test/scan/text_test.cpp.
#ifndef RILL_VALUE_PARTS_H
#define RILL_VALUE_PARTS_H

#include "../base/config.h"
#include "../base/iteration.h"
#include "../base/run.h"
#include "../base/text.h"

// Several values that print one after the other.
//
// Pure, constexpr.

namespace rill::inline RILL_BUILD {

namespace detail {

template <class First, class... Rest>
struct several {
  First first;
  several<Rest...> rest;
};
template <class First>
struct several<First> {
  First first;
};

template <class First, class... Rest>
constexpr several<First, Rest...> make_several(First&& first, Rest&&... rest) {
  if constexpr (sizeof...(Rest) == 0)
    return {static_cast<First&&>(first)};
  else
    return {static_cast<First&&>(first),
            make_several<Rest...>(static_cast<Rest&&>(rest)...)};
}

}  // namespace detail

// Layouts: rows, values over several lines, and dereferenced pointers.
//
// Pure.

namespace detail {

// Rows of elements, one in a line.
template <class Matrix, class Separator>
struct rows_of {
  Matrix matrix;
  Separator separator;
};

// What a pointer points to.
template <class Pointer>
struct dereferenced {
  Pointer pointer;
};

// A value in debug form, over as many lines as it needs.
template <class T>
struct prettied {
  T value;
  int indent;
};

}  // namespace detail

/// `rows(matrix[, separator])`: each element of a range on a line of its own.
/// If an element has elements or members, the separator (a space) is between
/// them. No newline follows the last line.
///
/// Example:
///     int const matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
///     rill::println(rill::rows(matrix));
template <class Matrix>
constexpr detail::rows_of<detail::kept<Matrix>, char> rows(Matrix&& matrix) {
  return {static_cast<Matrix&&>(matrix), ' '};
}
template <class Matrix, class Separator>
constexpr detail::rows_of<detail::kept<Matrix>, Separator> rows(
    Matrix&& matrix, Separator&& separator) {
  return {static_cast<Matrix&&>(matrix), static_cast<Separator&&>(separator)};
}

/// `deref(p)`: the target of a pointer of any kind, of an optional or of an
/// iterator, or `null`. For a range of these, each target: `[1, null, 2]`.
///
/// Example:
///     int const number = 7;
///     int const* const pointers[] = {&number, nullptr};
///     rill::println(rill::deref(&number), ' ', rill::deref(pointers));
template <class Pointer>
constexpr detail::dereferenced<detail::kept<Pointer>> deref(Pointer&& pointer) {
  return {static_cast<Pointer&&>(pointer)};
}

/// `pretty(x[, indent])`: prints x in debug form. A value that fits into 80
/// columns stays on one line. Otherwise each part has its own line, indented
/// by `indent` spaces, and the closing bracket has a line of its own. A
/// negative indent counts as 0.
///
/// Cost: the text is built in memory first.
///
/// Example:
///     int const numbers[] = {1, 2, 3};
///     rill::println(rill::pretty(numbers));
template <class T>
constexpr detail::prettied<detail::kept<T>> pretty(T&& value, int indent = 2) {
  return {static_cast<T&&>(value), indent < 0 ? 0 : indent};
}

// Wrappers that define how much text an argument of scan takes.
//
// Pure. S is a string of any character type.

namespace detail {

template <class S>
struct line_target {
  S& value;
};

template <class S>
struct rest_target {
  S& value;
};

template <class S, class Delimiter>
struct until_target {
  S& value;
  Delimiter delimiter;
};

template <class Character>
struct character_target {
  Character& value;
};

}  // namespace detail

/// The rest of the line; its end (\n or \r\n) is taken and not stored. A lone
/// \r does not end a line.
///
/// Skips no white space: behind a number it is the rest of the number's line,
/// often empty. scan(line(left), line(name)) reads the next line.
template <class S>
constexpr detail::line_target<S> line(S& value) noexcept {
  return {value};
}

/// Reads everything up to the end of the input.
/// Memory: the source's buffer holds the whole rest before the string gets it.
/// So it can be read again after an error or a failed allocation.
template <class S>
constexpr detail::rest_target<S> rest(S& value) noexcept {
  return {value};
}

/// Reads everything before the first character that is `delimiter`, or for
/// which `delimiter(character)` is true. Consumes that character without
/// storing it; at the end of the input it may be missing. A delimiter character
/// may have any character type. A delimiter function receives each char, or
/// each char32_t if the string is not of char.
/// Errors: the text begins at the delimiter that an item before it in the call
/// left: white space other than \n behind a string, a tab behind another value.
/// `character` takes it.
template <class S, class Delimiter>
constexpr detail::until_target<S, Delimiter> until(S& value,
                                                   Delimiter delimiter) {
  return {value, delimiter};
}

/// Reads the next character, including white space: a byte for char and
/// char8_t, a whole UTF-8 character for the others.
template <class Character>
  requires detail::character<Character>
constexpr detail::character_target<Character> character(
    Character& value) noexcept {
  return {value};
}

}  // namespace rill::inline RILL_BUILD

#endif
