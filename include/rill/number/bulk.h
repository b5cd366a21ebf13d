// rill/number/bulk.h: reading many integers at once.
//
// Floor 2. No allocation, no exception. Tests: test/number/bulk_test.cpp;
// figures: bench/number/bulk.cpp.
#ifndef RILL_NUMBER_BULK_H
#define RILL_NUMBER_BULK_H

#include "parse.h"
#include "result.h"

namespace rill::inline RILL_BUILD {

/// How far parse_many came.
struct bulk_result {
  char const* end;     ///< just after the last integer that was read
  std::size_t parsed;  ///< how many were read
};

namespace detail {

constexpr bool is_number_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

template <integer T>
bulk_result plain_many(char const* first, char const* last, T* out,
                       std::size_t count) noexcept {
  char const* end = first;
  std::size_t parsed = 0;
  for (char const* at = first; parsed != count; ++parsed, end = at) {
    while (at != last && is_number_space(*at)) ++at;
    T value{};
    parse_result result = parse_integer(at, last, value);
    if (!result || result.end == last || !is_number_space(*result.end)) break;
    out[parsed] = value;
    at = result.end;
  }
  return {end, parsed};
}

}  // namespace detail

/// Reads up to `count` decimal integers, separated by white space (space,
/// \t \n \v \f \r), from [first, last) to `out`. Stops before an integer
/// that touches `last`, because it may be cut there, and before one that is
/// malformed, out of range or followed by anything but white space. `end` is
/// `first` when none was read. No byte at or past `last` is read.
template <integer T>
inline bulk_result parse_many(char const* first, char const* last, T* out,
                              std::size_t count) noexcept {
  return detail::plain_many(first, last, out, count);
}

}  // namespace rill::inline RILL_BUILD

#endif
