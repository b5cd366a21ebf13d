// rill/shape/aggregate.h: the members of plain structures, by structured
// bindings.
//
// Floor 2. constexpr. A structure is plain when it is an aggregate without a
// base class. Tests: test/shape/aggregate_test.cpp.
#ifndef RILL_SHAPE_AGGREGATE_H
#define RILL_SHAPE_AGGREGATE_H

#include <type_traits>  // std::is_aggregate_v, std::is_base_of_v

#include "../base/bare.h"
#include "../base/numbering.h"
#include "../base/text.h"
#include "kind.h"
#include "members.h"

namespace rill::inline RILL_BUILD::detail {

// Stands for a value of any type; the first conversion is for references and
// what is copied, the second for what is only moved, or not even that.
struct any_value {
  template <class T>
    requires(!std::is_same_v<T, any_value>) && std::is_copy_constructible_v<T>
  constexpr operator T&() const noexcept;
  template <class T>
    requires(!std::is_same_v<T, any_value>) &&
            (!std::is_copy_constructible_v<T>)
  constexpr operator T() const noexcept;
};

template <int>
using any_value_at = any_value;

// An array among the members takes as many values as it has elements.
template <class T, int... Numbers>
constexpr bool takes_values(numbers<Numbers...>) noexcept {
  return requires { T{imagined<any_value_at<Numbers>>()...}; };
}

// In parentheses each value is for one member, and none is for an array.
template <class T, int... Numbers>
constexpr bool takes_single_values(numbers<Numbers...>) noexcept {
  return requires { T(imagined<any_value_at<Numbers>>()...); };
}

// Base classes are the first members; these convert to them alone, and to
// nothing.
template <class T>
struct any_base_of {
  any_base_of(any_base_of const&) = delete;
  template <class Base>
    requires(std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>)
  constexpr operator Base() const noexcept;
};
struct no_value {
  no_value(no_value const&) = delete;
};

template <class T, class First, int... Numbers>
constexpr bool begins_with(numbers<Numbers...>) noexcept {
  return requires {
    T{imagined<First>(), imagined<any_value_at<Numbers>>()...};
  };
}

// Between Some, which fit, and Many, which do not.
template <class T, int Some, int Many>
constexpr int count_between() noexcept {
  constexpr int half = (Some + Many) / 2;
  if constexpr (half == Some)
    return Some;
  else if constexpr (takes_braces<T, half>)
    return count_between<T, half, Many>();
  else
    return count_between<T, Some, half>();
}

// From Some, which fit: most structures are small.
template <class T, int Some>
constexpr int count_braces() noexcept {
  constexpr int more = Some == 0 ? 1 : smaller(2 * Some, most_members + 1);
  if constexpr (!takes_braces<T, more>)
    return count_between<T, Some, more>();
  else if constexpr (more > most_members)
    return more;
  else
    return count_braces<T, more>();
}

inline constexpr int uncounted = -1;

template <class T, int Count = 1>
constexpr int count_values() noexcept {
  if constexpr (Count > most_members + 1)
    return uncounted;
  else if constexpr (!takes_values<T>(numbers_up_to<Count>()) ||
                     takes_values<T>(numbers_up_to<Count + 1>()))
    return count_values<T, Count + 1>();
  else if constexpr (Count == 1 ||
                     takes_single_values<T>(numbers_up_to<Count>()))
    return Count;
  else
    return uncounted;
}

// Is there a member behind the first Count, which are not arrays?
template <class T, int Count>
constexpr bool takes_value_behind() noexcept {
  constexpr numbers_up_to<Count + 1> numbers;
  // A T in parentheses with one value may be a copy of one.
  if constexpr (Count == 0)
    return takes_values<T>(numbers);
  else
    return takes_single_values<T>(numbers);
}

// Most members have a value for {}. Where one has none, as a reference, all
// are given values, and arrays beside it are not counted.
template <class T>
constexpr int count_members() noexcept {
  if constexpr (!takes_braces<T, 0>) {
    return count_values<T>();
  } else {
    constexpr int count = count_braces<T, 0>();
    if constexpr (count > most_members || !takes_value_behind<T, count>())
      return count;
    else
      return count_values<T>();
  }
}

/// How many members an aggregate has, its base classes among them:
/// most_members + 1 when they are more than that, or `uncounted`.
template <class T>
inline constexpr int member_count = count_members<T>();

template <class T>
constexpr bool find_base() noexcept {
  constexpr int rest = takes_braces<T, 0> ? 0 : member_count<T> - 1;
  if constexpr (rest < 0)
    return false;
  else
    return begins_with<T, any_base_of<T>>(numbers_up_to<rest>()) &&
           !begins_with<T, no_value>(numbers_up_to<rest>());
}

/// True for an aggregate with a base class.
template <class T>
inline constexpr bool has_base = find_base<T>();

template <class T>
concept structure =
    RILL_AGGREGATES == 1 && std::is_class_v<T> && std::is_aggregate_v<T>;

/// The kinds of structures of which the members are not known, and why.
template <class T>
concept derived_structure = structure<T> && has_base<T>;
template <class T>
concept large_structure = structure<T> && (member_count<T> > most_members);
template <class T>
concept uncounted_structure = structure<T> && member_count<T> == uncounted;

/// A structure of which they are.
template <class T>
concept plain_structure = structure<T> && !large_structure<T> &&
                          !uncounted_structure<T> && !has_base<T>;

/// `with_members(value, f)` is f(m1, m2, …) with the members of a plain
/// structure, in their order. They are as const as the value is; a member
/// that is a bit-field goes to a parameter by value or by reference to const;
/// where f takes references only, the result is has_bit_fields().
template <class T, class Function>
constexpr decltype(auto) with_members(T& value, Function&& function) {
  return call_with_members<member_count<std::remove_cv_t<T>>>(value, function);
}

struct member_lister {
  template <class... Members>
  constexpr type_list<std::remove_cv_t<Members>...> operator()(
      Members const&...) const noexcept {
    return {};
  }
};

/// The types of the members, without const and references.
template <class T>
using member_types =
    decltype(with_members(imagined<T const>(), member_lister()));

template <>
struct shape_parts<shape::aggregate> {
  template <class T>
  using list = member_types<T>;
};

template <class T>
constexpr shape aggregate_shape() {
  if constexpr (plain_structure<T>)
    return RILL_REFLECTION ? shape::fields : shape::aggregate;
  else
    return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
