// rill/binary/format.h: the formats of binary data, and the limits of reading.
//
// Layer 5. Tests: test/binary/write_test.cpp, test/binary/limits_test.cpp.
#ifndef RILL_BINARY_FORMAT_H
#define RILL_BINARY_FORMAT_H

#include <cstddef>  // std::size_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// What reading binary data may cost. The defaults are for data from outside.
struct binary_limits {
  /// How deep values may be nested in containers, optionals, pointers,
  /// variants and hooks. Also holds for writing.
  unsigned depth = 100;
  /// Bytes of memory that the values of one call may take: the elements of
  /// containers and the characters of strings, as sizeof counts them.
  unsigned long long memory = 1ull << 30;
  /// Accepts values of an enumeration that none of its names has.
  bool unknown_enumerators = false;
};

namespace detail {

struct compact_format {
  static constexpr bool has_numbers = false;
  static constexpr bool is_layout = false;
  static constexpr bool views = false;
};
// Reads what binary_compact writes; views show the bytes where they are.
struct view_format : compact_format {
  static constexpr bool views = true;
};
struct tagged_format {
  static constexpr bool has_numbers = true;
  static constexpr bool is_layout = false;
  static constexpr bool views = false;
};
struct fixed_format {
  static constexpr bool has_numbers = false;
  static constexpr bool is_layout = true;
  static constexpr bool views = false;
};

template <class T>
inline constexpr bool is_format = false;
template <>
inline constexpr bool is_format<compact_format> = true;
template <>
inline constexpr bool is_format<tagged_format> = true;
template <>
inline constexpr bool is_format<fixed_format> = true;

}  // namespace detail

/// The values alone, little endian. Counts and lengths have as many bytes as
/// they need. Both sides must have the same types.
inline constexpr detail::compact_format binary_compact{};

/// Members with their numbers and wire types: a reader skips members that it
/// does not know, and leaves members that are missing at their defaults.
inline constexpr detail::tagged_format binary_tagged{};

/// The layout of other people's files and protocols: every value has as many
/// bytes as its type, nothing is added. Refuses types of no fixed size.
inline constexpr detail::fixed_format binary_fixed{};

}  // namespace rill::inline RILL_BUILD

#endif
