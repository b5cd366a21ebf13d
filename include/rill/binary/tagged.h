// rill/binary/tagged.h: groups of numbered fields, and the wire types of their
// values.
//
// Layer 6. Tests: test/binary/tagged_test.cpp, test/binary/evolution_test.cpp.
#ifndef RILL_BINARY_TAGGED_H
#define RILL_BINARY_TAGGED_H

#include "coder.h"

// How a value of binary_tagged is skipped: its wire type.
//
// constexpr.

namespace rill::inline RILL_BUILD {
namespace detail {

/// A field is a tag and a value. The tag is a count: the field's number times
/// eight, plus one of these. A group ends with a byte 0.
enum wire : unsigned {
  wire_1,      // 1 byte
  wire_2,      // 2 bytes
  wire_4,      // 4 bytes
  wire_8,      // 8 bytes
  wire_16,     // 16 bytes
  wire_sized,  // a count of bytes, and the bytes
  wire_group,  // fields, and a byte 0
  wire_list,   // a count, a byte with the elements' wire type, elements
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

// Groups of numbered fields, of which a reader skips what it does not know.
//
// Allocates nothing. Numbers ascend within a group. The number of a member is
// its place, from 1, or is set by rill::numbered. A reader accepts an integer
// of another width, and float for double or double for float, if the value
// fits.

template <unsigned Number, class T>
struct numbered_part {
  T& value;
};

template <unsigned Number, class T, binary_kind Kind>
struct encoded_parts<numbered_part<Number, T>, Kind> {
  using list = type_list<T>;
};

template <class T>
inline constexpr bool is_numbered = false;
template <unsigned Number, class T>
inline constexpr bool is_numbered<numbered_part<Number, T>> = true;

/// Skips a value.
char const* skip_wire(binary_source& from, char const* at, unsigned wire);

template <>
struct group_writer<tagged_format> {
  unsigned long long last = 0;  // the number of the last field

  char* tag(binary_target& to, char* at, unsigned long long number,
            unsigned wire) {
    last = number;
    return store_count(to.reserve(at, count_size), number << 3 | wire);
  }
  char* end(binary_target& to, char* at) {
    at = to.reserve(at, 1);
    *at = 0;
    return at + 1;
  }
};

template <>
struct group_reader<tagged_format> {
  /// Skips the fields before `number`. Returns the cursor: after the tag of the
  /// field, if `found`.
  char const* find(binary_source& from, char const* at,
                   unsigned long long number, bool& found);
  /// Finds the first field. Sets `number` to its number, or to 0 in an empty
  /// group.
  char const* find_choice(binary_source& from, char const* at,
                          unsigned long long& number);
  /// Skips the remaining fields and the end of the group.
  char const* end(binary_source& from, char const* at);

  unsigned wire() const noexcept { return static_cast<unsigned>(tag_ & 7); }
  /// Notes that the current field was read.
  void take() noexcept { is_pending_ = false; }

  unsigned long long last = 0;  // the number of the last field asked for

 private:
  char const* next(binary_source& from, char const* at);

  unsigned long long tag_ = 0;  // of the next field; 0 at the end
  bool is_pending_ = false;
};

// Reads a number that was stored with another width. Fails if it does not fit.
template <class T, class Stored>
char const* convert_stored(binary_source& from, char const* at, T& value) {
  Stored stored{};
  at = from.need(at, sizeof(Stored));
  if (!at) return nullptr;
  load_plainly(at, stored);
  auto const made = static_cast<T>(stored);
  if (!(static_cast<Stored>(made) == stored || stored != stored))
    return from.fail(at, binary_problem::out_of_range);
  value = made;
  return at + sizeof(Stored);
}

template <integer T>
char const* convert_number(binary_source& from, char const* at, unsigned wire,
                           T& value) {
  constexpr bool is_signed = static_cast<T>(-1) < T{};
  using one = std::conditional_t<is_signed, std::int8_t, std::uint8_t>;
  using two = std::conditional_t<is_signed, std::int16_t, std::uint16_t>;
  using four = std::conditional_t<is_signed, std::int32_t, std::uint32_t>;
  using eight = std::conditional_t<is_signed, std::int64_t, std::uint64_t>;
  switch (wire) {
    case wire_1:
      return convert_stored<T, one>(from, at, value);
    case wire_2:
      return convert_stored<T, two>(from, at, value);
    case wire_4:
      return convert_stored<T, four>(from, at, value);
    case wire_8:
      return convert_stored<T, eight>(from, at, value);
    default:
      return from.fail(at, binary_problem::other_type);
  }
}
inline char const* convert_number(binary_source& from, char const* at,
                                  unsigned wire, float& value) {
  if (wire == wire_8) return convert_stored<float, double>(from, at, value);
  return from.fail(at, binary_problem::other_type);
}
inline char const* convert_number(binary_source& from, char const* at,
                                  unsigned wire, double& value) {
  if (wire == wire_4) return convert_stored<double, float>(from, at, value);
  return from.fail(at, binary_problem::other_type);
}

/// Reads a value of the given wire type. Converts numbers of another width.
template <class T, sight = binary_sight_of<T>>
char const* get_wired(binary_source& from, char const* at, unsigned wire,
                      T& value) {
  constexpr binary_kind kind = binary_kind_of<T>;
  if (RILL_LIKELY(wire == wire_of<T>))
    return get_value<tagged_format>(from, at, value);
  if constexpr (requires { convert_number(from, at, wire, value); }) {
    return convert_number(from, at, wire, value);
  } else if constexpr (kind == binary_kind::enumeration &&
                       integer<std::underlying_type_t<std::conditional_t<
                           std::is_enum_v<T>, T, std::byte>>>) {
    return get_wired_enumeration(from, at, wire, value);
  } else if constexpr (written_as_other<T>) {
    return binary_coder<kind>::get_wired(from, at, wire, value);
  } else {
    return from.fail(at, binary_problem::other_type);
  }
}

template <class E, sight = binary_sight_of<E>>
char const* get_wired_enumeration(binary_source& from, char const* at,
                                  unsigned wire, E& value) {
  std::underlying_type_t<E> number{};
  at = convert_number(from, at, wire, number);
  if (!at) return nullptr;
  char const* const begin = at - (std::size_t{1} << wire);
  return binary_coder<binary_kind::enumeration>::assign(from, begin, number,
                                                        value)
             ? at
             : nullptr;
}

template <class T, sight = binary_sight_of<T>>
char* put_field(binary_target& to, char* at, group_writer<tagged_format>& group,
                T const& value) {
  if constexpr (is_format<T>) {
    return at;
  } else if constexpr (is_numbered<T>) {
    return put_numbered_field(to, at, group, value);
  } else {
    at = group.tag(to, at, group.last + 1, wire_of<T>);
    return put_value<tagged_format>(to, at, value);
  }
}
template <unsigned Number, class T, sight = binary_sight_of<T>>
char* put_numbered_field(binary_target& to, char* at,
                         group_writer<tagged_format>& group,
                         numbered_part<Number, T> const& part) {
  using type = std::remove_const_t<T>;
  if (Number <= group.last) {
    to.fail(binary_problem::out_of_order);
    return at;
  }
  at = group.tag(to, at, Number, wire_of<type>);
  return put_value<tagged_format, type>(to, at, part.value);
}

/// Reads a member if the data has it.
template <class T, sight = binary_sight_of<T>>
char const* get_field(binary_source& from, char const* at,
                      group_reader<tagged_format>& group, T& value) {
  if constexpr (is_format<std::remove_const_t<T>>) {
    return at;
  } else if constexpr (is_numbered<std::remove_const_t<T>>) {
    return get_numbered_field(from, at, group, value);
  } else {
    bool found = false;
    at = group.find(from, at, group.last + 1, found);
    if (!at || !found) return at;
    group.take();
    return get_wired(from, at, group.wire(), value);
  }
}
template <unsigned Number, class T, sight = binary_sight_of<T>>
char const* get_numbered_field(binary_source& from, char const* at,
                               group_reader<tagged_format>& group,
                               numbered_part<Number, T> const& part) {
  if (Number <= group.last)
    return from.fail(at, binary_problem::out_of_order, Number);
  group.last = Number - 1;
  return get_field(from, at, group, part.value);
}

template <class... T, sight = binary_sight_of_call<T...>>
char* put_fields(binary_target& to, char* at,
                 group_writer<tagged_format>& group, T const&... members) {
  ((at = put_field(to, at, group, members)), ...);
  return at;
}
template <class... T, sight = binary_sight_of_call<T...>>
char const* get_fields(binary_source& from, char const* at,
                       group_reader<tagged_format>& group, int& failed,
                       T&... members) {
  [[maybe_unused]] int number = 0;
  (void)(((at = get_field(from, at, group, members)) != nullptr
              ? goes_on(number)
              : ends_row(failed, number)) &&
         ...);
  return at;
}

}  // namespace detail

/// In a hook, `io(rill::numbered<3>(x.name))` sets the number of a member in
/// binary_tagged; without it, a member has the number after the one before.
/// Numbers must ascend. Never reuse a number for another member.
template <unsigned Number, class T>
constexpr detail::numbered_part<Number, T> numbered(T& value) noexcept {
  static_assert(Number != 0, "rill: members are numbered from 1");
  return {value};
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "tagged_body.h"
#endif

#endif
