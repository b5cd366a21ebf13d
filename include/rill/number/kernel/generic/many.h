// rill/number/kernel/generic/many.h: many integers, one at a time.
//
// Floor 2. The reference for the other kernels, and what they use near the
// ends and for unusual numbers. Tests: test/number/bulk_test.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_MANY_H
#define RILL_NUMBER_KERNEL_GENERIC_MANY_H

#include "../../parse.h"
#include "../../result.h"

namespace rill::inline RILL_BUILD {

namespace detail {

constexpr bool is_number_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Reads one integer with the white space before it. Returns its end, or null
// when parse_many must stop before it.
template <integer T>
inline char const* parse_one(char const* at, char const* last, T& n) noexcept {
  while (at != last && is_number_space(*at)) ++at;
  T value{};
  parse_result const result = parse_integer(at, last, value);
  if (!result || result.end == last || !is_number_space(*result.end))
    return nullptr;
  n = value;
  return result.end;
}

template <integer T>
[[gnu::noinline]] bulk_result many_generic(char const* first, char const* last,
                                           T* out, std::size_t count) noexcept {
  std::size_t parsed = 0;
  while (parsed != count) {
    char const* const end = parse_one(first, last, out[parsed]);
    if (!end) break;
    first = end;
    ++parsed;
  }
  return {first, parsed};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
