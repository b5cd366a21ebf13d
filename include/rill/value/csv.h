// rill/value/csv.h: how tables of separated values look, and a row of one to
// print.
//
// Floor 2. Pure. The form is that of RFC 4180. Tests: test/print/csv_test.cpp,
// test/scan/csv_test.cpp.
#ifndef RILL_VALUE_CSV_H
#define RILL_VALUE_CSV_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// What differs from table to table. The delimiter and the quote are two
/// characters of ASCII, and neither ends lines.
struct csv_options {
  char delimiter = ',';
  char quote = '"';
  /// The first row has the names of the columns.
  bool header = false;
  /// Each row that is read must have as many fields as the first.
  bool uniform = false;
};

/// Values that are the fields of one row.
template <class... T>
struct csv_values {};
template <class First, class... Rest>
struct csv_values<First, Rest...> {
  First first;
  csv_values<Rest...> rest;
};

template <class... T>
struct printed_csv_row {
  csv_values<T...> values;
  csv_options options;
};

namespace detail {
template <class... T>
constexpr csv_values<T...> csv_values_of(T&&... values) {
  if constexpr (sizeof...(T) == 0)
    return {};
  else
    return [](auto&& first, auto&&... rest) -> csv_values<T...> {
      return {static_cast<decltype(first)>(first),
              csv_values_of(static_cast<decltype(rest)>(rest)...)};
    }(static_cast<T&&>(values)...);
}
}  // namespace detail

/// `csv_row(a, b, c)`: the values as print writes them, with commas between;
/// those with a comma, a quote or an end of line in them in quotes, whose
/// quotes are doubled. An empty optional is an empty field. A single range,
/// tuple or structure is its parts. The end of the line is println's.
/// `csv_row({.delimiter = ';'}, a, b, c)` with other signs.
///
/// Example:
///     rill::println(rill::csv_row(1, "two, \"2\"", 3.5));
template <class... T>
constexpr printed_csv_row<T...> csv_row(T&&... values) {
  return {detail::csv_values_of<T...>(static_cast<T&&>(values)...), {}};
}
template <class... T>
constexpr printed_csv_row<T...> csv_row(csv_options options, T&&... values) {
  return {detail::csv_values_of<T...>(static_cast<T&&>(values)...), options};
}

}  // namespace rill::inline RILL_BUILD

#endif
