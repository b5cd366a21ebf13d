// rill/number/bulk.h: reading many integers at once.
//
// Layer 2. No allocation, no exception. Tests: test/number/bulk_test.cpp;
// figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_BULK_H
#define RILL_NUMBER_BULK_H

#include "../base/text.h"
#include "result.h"

namespace rill::inline RILL_BUILD {

/// Reads up to `count` decimal integers, separated by white space (space, \t \n
/// \v \f \r), from [first, last) to `out`. Stops before an integer that touches
/// `last`, because it may be cut there, and before one that is malformed, out
/// of range or followed by anything but white space. `end` is `first` when it
/// read none. No byte at or past `last` is read.
template <integer T>
bulk_result parse_many(char const* first, char const* last, T* out,
                       std::size_t count) noexcept;

#if RILL_COMPILED
#define RILL_PARSE_MANY(T)                                                     \
  RILL_EXTERN template bulk_result parse_many<T>(char const*, char const*, T*, \
                                                 std::size_t) noexcept;
RILL_EVERY_INTEGER(RILL_PARSE_MANY)
#undef RILL_PARSE_MANY
#endif

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "bulk_body.h"
#endif

#endif
