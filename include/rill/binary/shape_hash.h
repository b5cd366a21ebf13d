// rill/binary/shape_hash.h: a number for the structure of a type.
//
// Layer 5. constexpr. FNV-1a of 32 bits (Fowler, Noll, Vo) over a description:
// the kind of each value, its width, counts, the members in their order. Names
// do not count. Types that binary_compact writes as the same bytes, such as
// std::vector<int> and std::list<int>, mostly have the same description. That
// of a type does not depend on the machine. A hook of the program's is opaque:
// all types with a hook have the same description.
// Tests: test/binary/shape_hash_test.cpp.
#ifndef RILL_BINARY_SHAPE_HASH_H
#define RILL_BINARY_SHAPE_HASH_H

#include <cstdint>  // std::uint32_t

#include "values.h"

namespace rill::inline RILL_BUILD::detail {

/// The hash of what was described so far.
struct shape_text {
  std::uint32_t hash = 2166136261u;

  constexpr shape_text add(char byte) const noexcept {
    auto const mixed = hash ^ static_cast<unsigned char>(byte);
    return {static_cast<std::uint32_t>(mixed * 16777619ull)};
  }
  /// Seven bits a byte, so that no number is the beginning of another one.
  constexpr shape_text add(char kind,
                           unsigned long long number) const noexcept {
    shape_text made = add(kind);
    for (; number >= 128; number >>= 7)
      made = made.add(static_cast<char>((number & 127) | 128));
    return made.add(static_cast<char>(number));
  }
};

template <class T, class... Open>
constexpr shape_text describe_type(shape_text before);

// The letters are a part of the format of records: they never change.
template <class T>
constexpr char letter_of_number() noexcept {
  if constexpr (std::is_same_v<T, std::byte>)
    return 'b';
  else if constexpr (character<T>)
    return 'c';
  else if constexpr (!integer<T>)
    return 'f';
  else if constexpr (is_signed_integer<T>)
    return 'i';
  else
    return 'u';
}
template <class T>
constexpr shape_text describe_number(shape_text before) noexcept {
  if constexpr (std::is_same_v<T, bool>)
    return before.add('B');
  else if constexpr (std::is_enum_v<T> && !std::is_same_v<T, std::byte>)
    return describe_number<std::underlying_type_t<T>>(before.add('e'));
  else
    return before.add(letter_of_number<T>(), number_size<T>);
}

template <class T>
constexpr shape_text describe_layout(shape_text before) noexcept {
  return before.add('L', sizeof(T));
}
template <class T>
  requires requires { typename T::value_type; }
constexpr shape_text describe_layout(shape_text before) noexcept {
  using number = typename T::value_type;
  before = before.add(std::is_same_v<T, le<number>> ? '<' : '>');
  return describe_number<number>(before);
}

// Types from the innermost structure outwards: one that is found among them
// is described by how far out it is, so that the description ends.
template <class T>
constexpr unsigned long long place_among() noexcept {
  return 0;
}
template <class T, class First, class... Open>
constexpr unsigned long long place_among() noexcept {
  if constexpr (std::is_same_v<T, First>) {
    return 1;
  } else {
    constexpr unsigned long long behind = place_among<T, Open...>();
    return behind == 0 ? 0 : behind + 1;
  }
}

template <class... Open, class... Part>
constexpr shape_text describe_parts(shape_text before, type_list<Part...>) {
  ((before = describe_type<std::remove_cv_t<Part>, Open...>(before)), ...);
  return before;
}

template <class... Part>
constexpr std::size_t count_of_list(type_list<Part...>) noexcept {
  return sizeof...(Part);
}

// Values that hold others, apart from structures.
template <class T, binary_kind Kind, class... Open>
constexpr shape_text describe_holder(shape_text before) {
  if constexpr (Kind == binary_kind::range && has_extent<T>) {
    return describe_type<range_value<T>, Open...>(
        before.add('a', extent_of<T>));
  } else if constexpr (Kind == binary_kind::range) {
    return describe_type<range_value<T>, Open...>(before.add('r'));
  } else if constexpr (Kind == binary_kind::adaptor) {
    return describe_type<range_value<typename T::container_type>, Open...>(
        before.add('r'));
  } else if constexpr (Kind == binary_kind::set) {
    return describe_type<typename T::value_type, Open...>(before.add('s'));
  } else if constexpr (Kind == binary_kind::map) {
    before = describe_type<std::remove_cv_t<typename T::key_type>, Open...>(
        before.add('m'));
    return describe_type<typename T::mapped_type, Open...>(before);
  } else if constexpr (Kind == binary_kind::optional) {
    return describe_type<typename T::value_type, Open...>(before.add('o'));
  } else if constexpr (Kind == binary_kind::owner) {
    return describe_type<std::remove_cv_t<typename T::element_type>, Open...>(
        before.add('o'));
  } else if constexpr (Kind == binary_kind::variant) {
    before = before.add('v', count_of_list(binary_parts<T>()));
    return describe_parts<Open...>(before, binary_parts<T>());
  } else {
    static_assert(Kind == binary_kind::expected);
    before = before.add('x');
    if constexpr (std::is_void_v<typename T::value_type>)
      before = before.add('0');
    else
      before = describe_type<typename T::value_type, Open...>(before);
    return describe_type<typename T::error_type, Open...>(before);
  }
}

template <class T>
constexpr shape_text describe_period(shape_text before) noexcept {
  return before.add('d', static_cast<unsigned long long>(T::period::num))
      .add('/', static_cast<unsigned long long>(T::period::den));
}

/// Adds the description of T, which is inside of the structures Open.
template <class T, class... Open>
constexpr shape_text describe_type(shape_text before) {
  constexpr binary_kind kind = binary_kind_of<T>;
  if constexpr (kind == binary_kind::number || kind == binary_kind::boolean ||
                kind == binary_kind::enumeration) {
    return describe_number<T>(before);
  } else if constexpr (kind == binary_kind::layout) {
    return describe_layout<T>(before);
  } else if constexpr (kind == binary_kind::variable) {
    return describe_number<typename T::value_type>(before.add('V'));
  } else if constexpr (kind == binary_kind::text && path_like<T>) {
    return before.add('t', 1);
  } else if constexpr (kind == binary_kind::text) {
    return before.add('t', text_unit_size<unit_of<T>>);
  } else if constexpr (kind == binary_kind::hook) {
    return before.add('h');
  } else if constexpr (kind == binary_kind::bits) {
    return before.add('n', T().size());
  } else if constexpr (kind == binary_kind::nothing) {
    return before.add('0');
  } else if constexpr (kind == binary_kind::structure) {
    constexpr unsigned long long place = place_among<T, Open...>();
    if constexpr (place != 0)
      return before.add('^', place);
    else
      return describe_parts<T, Open...>(before.add('{'), binary_parts<T>())
          .add('}');
  } else if constexpr (kind == binary_kind::duration) {
    return describe_type<typename T::rep, Open...>(describe_period<T>(before));
  } else if constexpr (kind == binary_kind::time_point) {
    return describe_type<typename T::duration, Open...>(before.add('p'));
  } else if constexpr (written_as_other<T>) {
    return describe_type<written_type<T>, Open...>(before);
  } else {
    return describe_holder<T, kind, Open...>(before);
  }
}

template <class T>
inline constexpr std::uint32_t shape_hash = describe_type<T>({}).hash;

}  // namespace rill::inline RILL_BUILD::detail

#endif
