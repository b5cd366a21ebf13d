// rill/unicode/converted_size.h: how many units a conversion writes.
//
// Floor 2. Pure, constexpr, no allocation. Tests:
// test/unicode/utf_size_test.cpp.
#ifndef RILL_UNICODE_CONVERTED_SIZE_H
#define RILL_UNICODE_CONVERTED_SIZE_H

#include "convert.h"

namespace rill::inline RILL_BUILD::detail {

// The units of the scratch that a text is converted into to count them: large
// enough for the kernels, small enough for any stack.
inline constexpr std::size_t counted_units = 512;

// `written` of convert with room for everything.
template <class From, class To>
constexpr std::size_t converted_size(typename From::unit const* in,
                                     std::size_t size,
                                     text_policy policy) noexcept {
  typename To::unit scratch[counted_units] = {};
  std::size_t total = 0;
  while (size != 0) {
    conversion_result const part =
        convert<From, To>(in, size, scratch, counted_units, policy);
    total += part.written;
    if (part.error != text_problem::no_room) break;
    in += part.read;
    size -= part.read;
  }
  return total;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
