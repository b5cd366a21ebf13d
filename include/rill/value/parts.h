// rill/value/parts.h: values with parts, laid out: rows, over several lines,
// and what pointers point to.
//
// Floor 2. Pure. Tests: test/print/join_test.cpp, test/print/pretty_test.cpp.
#ifndef RILL_VALUE_PARTS_H
#define RILL_VALUE_PARTS_H

#include "../base/bare.h"

namespace rill::inline RILL_BUILD {

/// Rows of elements, one in a line.
template <class Matrix, class Separator>
struct rows_of {
  Matrix matrix;
  Separator separator;
};

/// `rows(matrix[, separator])`: each element of a range in a line, if it has
/// elements or members those with the separator (a space) between them; no
/// newline behind the last.
///
/// Example:
///     int const matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
///     rill::println(rill::rows(matrix));
template <class Matrix>
constexpr rows_of<Matrix, char> rows(Matrix&& matrix) {
  return {static_cast<Matrix&&>(matrix), ' '};
}
template <class Matrix, class Separator>
constexpr rows_of<Matrix, Separator> rows(Matrix&& matrix,
                                          Separator&& separator) {
  return {static_cast<Matrix&&>(matrix), static_cast<Separator&&>(separator)};
}

/// What a pointer points to.
template <class Pointer>
struct dereferenced {
  Pointer pointer;
};

/// `deref(p)`: what a pointer of any kind, an optional or an iterator points
/// to, or `null`; of a range of them, each: `[1, null, 2]`.
///
/// Example:
///     int const number = 7;
///     int const* const pointers[] = {&number, nullptr};
///     rill::println(rill::deref(&number), ' ', rill::deref(pointers));
template <class Pointer>
constexpr dereferenced<Pointer> deref(Pointer&& pointer) {
  return {static_cast<Pointer&&>(pointer)};
}

/// A value in debug form, over as many lines as it needs.
template <class T>
struct prettied {
  T value;
  int indent;
};

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
constexpr prettied<T> pretty(T&& value, int indent = 2) {
  return {static_cast<T&&>(value), indent < 0 ? 0 : indent};
}

}  // namespace rill::inline RILL_BUILD

#endif
