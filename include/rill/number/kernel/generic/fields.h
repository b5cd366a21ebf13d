// rill/number/kernel/generic/fields.h: where the numbers of a row go.
//
// Floor 2. Tests: test/number/fields_test.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_FIELDS_H
#define RILL_NUMBER_KERNEL_GENERIC_FIELDS_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint64_t

#include "../../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

// So many more are stored than are counted.
inline constexpr unsigned fields_slack = 7;
inline constexpr unsigned most_fields = 64;  // of one row

/// `count` plain decimal numbers without their points, and how many digits of
/// each are behind the point. There is room for fields_slack more. 1 <= count
/// <= most_fields.
struct row_of_numbers {
  std::int64_t* values;
  unsigned char* decimals;
  unsigned count;
  bool has_points = false;  // at least one has
};

/// Reads the row at `at`: fields of '-', digits and a point between digits,
/// the last of which ends with \n or \r\n, the others with `delimiter`.
/// Returns what is behind it; null where the row is another or too near to
/// `last`, or a field has more than 19 digits, does not fit, or is -0. No
/// byte at or past `last` is read.
using fields_reader = char const* (*)(char const* at, char const* last,
                                      char delimiter,
                                      row_of_numbers& out) noexcept;

}  // namespace rill::inline RILL_BUILD::detail

#endif
