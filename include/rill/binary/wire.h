// rill/binary/wire.h: how a value of binary_tagged is skipped: its wire type.
//
// Layer 5. constexpr. Tests: test/binary/tagged_test.cpp.
#ifndef RILL_BINARY_WIRE_H
#define RILL_BINARY_WIRE_H

#include "coder.h"

namespace rill::inline RILL_BUILD::detail {

/// A field is a count, its number times eight plus one of these, and then the
/// value. A group ends with a byte 0.
enum wire : unsigned {
  wire_1,      // 1 byte
  wire_2,      // 2 bytes
  wire_4,      // 4 bytes
  wire_8,      // 8 bytes
  wire_16,     // 16 bytes
  wire_sized,  // a count of bytes, and the bytes
  wire_group,  // fields, and a byte 0
  wire_list,   // a count, a byte with the wire type of the elements, these
};

constexpr unsigned wire_of_size(std::size_t size) noexcept {
  return size == 1    ? wire_1
         : size == 2  ? wire_2
         : size == 4  ? wire_4
         : size == 8  ? wire_8
         : size == 16 ? wire_16
                      : wire_sized;
}

template <class T>
constexpr unsigned find_wire() {
  constexpr binary_kind kind = binary_kind_of<T>;
  if constexpr (has_plain_wire<T>)
    return wire_of_size(binary_bytes<T>);
  else if constexpr (kind == binary_kind::layout || kind == binary_kind::text ||
                     kind == binary_kind::bits)
    return wire_sized;
  else if constexpr (kind == binary_kind::range || kind == binary_kind::map ||
                     kind == binary_kind::set || kind == binary_kind::adaptor)
    return wire_list;
  else if constexpr (kind == binary_kind::variable)
    return wire_of_size(sizeof(typename T::value_type));
  else if constexpr (written_as_other<T>)
    return find_wire<written_type<T>>();
  else
    return wire_group;
}

// The tag type of a map's entry, so that wire_of<entry_part> is wire_group.
struct entry_part {};

template <class T>
inline constexpr unsigned wire_of = find_wire<T>();
template <>
inline constexpr unsigned wire_of<entry_part> = wire_group;

/// The fewest bytes that a value of this wire type takes.
constexpr std::size_t least_of_wire(unsigned wire) noexcept {
  return wire <= wire_16 ? std::size_t{1} << wire : wire == wire_list ? 2 : 1;
}

/// Reads the count of a list and the wire type of its elements.
char const* get_list_head(binary_source& from, char const* at,
                          unsigned long long& count, unsigned& wire);

}  // namespace rill::inline RILL_BUILD::detail

#endif
