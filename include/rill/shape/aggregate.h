// rill/shape/aggregate.h: the members of plain structures, by structured
// bindings.
//
// Layer 2. Tests: test/shape/aggregate_test.cpp.
#ifndef RILL_SHAPE_AGGREGATE_H
#define RILL_SHAPE_AGGREGATE_H

#include <type_traits>  // std::is_aggregate_v, std::is_base_of_v

#include "../base/text.h"
#include "fields.h"
#include "shape.h"

// A table with a line for each number of members.
//
// constexpr. C++20 has no structured binding with a variable number of names.
// Each line is a statement of its own: g++ parses a chain of else three times
// as slowly. One macro makes eight lines.

namespace rill::inline RILL_BUILD::detail {

/// True if T can be initialised from {{}, {}, …} with Count inner pairs of
/// braces, followed by one value of each type of Last. Each pair initialises
/// one member, an array included.
template <class T, int Count, class... Last>
inline constexpr bool takes_braces = false;

#define RILL_TAKES(count, ...)                                               \
  template <class T, class... Last>                                          \
    requires requires { T{__VA_ARGS__ __VA_OPT__(, ) declval<Last&>()...}; } \
  inline constexpr bool takes_braces<T, count, Last...> = true;
#define RILL_TAKES_EIGHT(count, before)                   \
  RILL_TAKES(count + 1, before{})                         \
  RILL_TAKES(count + 2, before{}, {})                     \
  RILL_TAKES(count + 3, before{}, {}, {})                 \
  RILL_TAKES(count + 4, before{}, {}, {}, {})             \
  RILL_TAKES(count + 5, before{}, {}, {}, {}, {})         \
  RILL_TAKES(count + 6, before{}, {}, {}, {}, {}, {})     \
  RILL_TAKES(count + 7, before{}, {}, {}, {}, {}, {}, {}) \
  RILL_TAKES(count + 8, before{}, {}, {}, {}, {}, {}, {}, {})
#define RILL_BRACES_8 {}, {}, {}, {}, {}, {}, {}, {},
#define RILL_BRACES_16 RILL_BRACES_8 RILL_BRACES_8
#define RILL_BRACES_32 RILL_BRACES_16 RILL_BRACES_16

RILL_TAKES(0)
RILL_TAKES_EIGHT(0, )
RILL_TAKES_EIGHT(8, RILL_BRACES_8)
RILL_TAKES_EIGHT(16, RILL_BRACES_16)
RILL_TAKES_EIGHT(24, RILL_BRACES_16 RILL_BRACES_8)
RILL_TAKES_EIGHT(32, RILL_BRACES_32)
RILL_TAKES_EIGHT(40, RILL_BRACES_32 RILL_BRACES_8)
RILL_TAKES_EIGHT(48, RILL_BRACES_32 RILL_BRACES_16)
RILL_TAKES_EIGHT(56, RILL_BRACES_32 RILL_BRACES_16 RILL_BRACES_8)
RILL_TAKES(65, RILL_BRACES_32 RILL_BRACES_32{})

#undef RILL_BRACES_32
#undef RILL_BRACES_16
#undef RILL_BRACES_8
#undef RILL_TAKES_EIGHT
#undef RILL_TAKES

/// Calls function with the Count members of a value.
template <int Count, class T, class Function>
constexpr decltype(auto) call_with_members([[maybe_unused]] T& value,
                                           Function&& function) {
#define RILL_MEMBERS(count, ...)                       \
  if constexpr (Count == count) {                      \
    auto& [__VA_ARGS__] = value;                       \
    if constexpr (requires { function(__VA_ARGS__); }) \
      return function(__VA_ARGS__);                    \
    else                                               \
      return has_bit_fields();                         \
  }
#define RILL_MEMBERS_EIGHT(count, before, m)                               \
  RILL_MEMBERS(count + 1, before m##1)                                     \
  RILL_MEMBERS(count + 2, before m##1, m##2)                               \
  RILL_MEMBERS(count + 3, before m##1, m##2, m##3)                         \
  RILL_MEMBERS(count + 4, before m##1, m##2, m##3, m##4)                   \
  RILL_MEMBERS(count + 5, before m##1, m##2, m##3, m##4, m##5)             \
  RILL_MEMBERS(count + 6, before m##1, m##2, m##3, m##4, m##5, m##6)       \
  RILL_MEMBERS(count + 7, before m##1, m##2, m##3, m##4, m##5, m##6, m##7) \
  RILL_MEMBERS(count + 8, before m##1, m##2, m##3, m##4, m##5, m##6, m##7, m##8)
#define RILL_NAMES(m) m##1, m##2, m##3, m##4, m##5, m##6, m##7, m##8,
#define RILL_NAMES_16 RILL_NAMES(a) RILL_NAMES(b)
#define RILL_NAMES_32 RILL_NAMES_16 RILL_NAMES(c) RILL_NAMES(d)
#define RILL_NAMES_48 RILL_NAMES_32 RILL_NAMES(e) RILL_NAMES(f)

  if constexpr (Count == 0) return function();
  RILL_MEMBERS_EIGHT(0, , a)
  RILL_MEMBERS_EIGHT(8, RILL_NAMES(a), b)
  RILL_MEMBERS_EIGHT(16, RILL_NAMES_16, c)
  RILL_MEMBERS_EIGHT(24, RILL_NAMES_16 RILL_NAMES(c), d)
  RILL_MEMBERS_EIGHT(32, RILL_NAMES_32, e)
  RILL_MEMBERS_EIGHT(40, RILL_NAMES_32 RILL_NAMES(e), f)
  RILL_MEMBERS_EIGHT(48, RILL_NAMES_48, g)
  RILL_MEMBERS_EIGHT(56, RILL_NAMES_48 RILL_NAMES(g), h)

#undef RILL_NAMES_48
#undef RILL_NAMES_32
#undef RILL_NAMES_16
#undef RILL_NAMES
#undef RILL_MEMBERS_EIGHT
#undef RILL_MEMBERS
}

// The members of plain structures, by structured bindings.
//
// constexpr. A structure is plain when it is an aggregate without a base
// class.

// Converts to any type, to count members by aggregate initialisation. The first
// conversion serves references and copyable types, the second all others:
// prvalues need no copy or move.
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

// Brace elision: an array member takes one value per element.
template <class T, int... Numbers>
constexpr bool takes_values(index_sequence<Numbers...>) noexcept {
  return requires { T{declval<any_value_at<Numbers>&>()...}; };
}

// Parenthesised initialisation: each value is for one member, and an array
// member takes none.
template <class T, int... Numbers>
constexpr bool takes_single_values(index_sequence<Numbers...>) noexcept {
  return requires { T(declval<any_value_at<Numbers>&>()...); };
}

// Base classes are initialised before the members. any_base_of converts to a
// base class of T only, no_value to nothing.
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
constexpr bool begins_with(index_sequence<Numbers...>) noexcept {
  return requires {
    T{declval<First&>(), declval<any_value_at<Numbers>&>()...};
  };
}

// Binary search for the largest count of braces that T takes: Some fit, Many do
// not.
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

// Doubles the count from Some, which fit, before the binary search, because
// most structures are small.
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
  else if constexpr (!takes_values<T>(make_index_sequence<Count>()) ||
                     takes_values<T>(make_index_sequence<Count + 1>()))
    return count_values<T, Count + 1>();
  else if constexpr (Count == 1 ||
                     takes_single_values<T>(make_index_sequence<Count>()))
    return Count;
  else
    return uncounted;
}

// True if T, whose first Count members are not arrays, has another member.
template <class T, int Count>
constexpr bool takes_value_behind() noexcept {
  constexpr make_index_sequence<Count + 1> numbers;
  // With one value in parentheses T would be copied from it.
  if constexpr (Count == 0)
    return takes_values<T>(numbers);
  else
    return takes_single_values<T>(numbers);
}

// Most members can be initialised from {}. A member that cannot, such as a
// reference, needs any_value for all members; arrays beside it cannot be
// counted then.
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

/// The number of members of an aggregate, including its base classes. It is
/// most_members + 1 if there are more, and `uncounted` if they cannot be
/// counted.
template <class T>
inline constexpr int member_count = count_members<T>();

template <class T>
constexpr bool find_base() noexcept {
  constexpr int rest = takes_braces<T, 0> ? 0 : member_count<T> - 1;
  if constexpr (rest < 0)
    return false;
  else
    return begins_with<T, any_base_of<T>>(make_index_sequence<rest>()) &&
           !begins_with<T, no_value>(make_index_sequence<rest>());
}

/// True for an aggregate with a base class.
template <class T>
inline constexpr bool has_base = find_base<T>();

template <class T>
concept structure =
    RILL_AGGREGATES == 1 && std::is_class_v<T> && std::is_aggregate_v<T>;

/// The structures whose members cannot be enumerated, by reason.
template <class T>
concept derived_structure = structure<T> && has_base<T>;
template <class T>
concept large_structure = structure<T> && (member_count<T> > most_members);
template <class T>
concept uncounted_structure = structure<T> && member_count<T> == uncounted;

/// A structure whose members can be enumerated.
template <class T>
concept plain_structure = structure<T> && !large_structure<T> &&
                          !uncounted_structure<T> && !has_base<T>;

// Structured bindings do not compile for a structure with an anonymous union,
// or with an anonymous structure, which is an extension. g++ makes the
// destructor of such a member inaccessible. clang writes its type as
// `A::(anonymous union at a.cpp:3:22)`; the type of a member with a name would
// be `A::(unnamed union at …)`.
template <class T>
constexpr bool is_anonymous() noexcept {
#if defined(__clang__)
  constexpr text name = whole_type_name<T>();
  if constexpr (name.ends_with(")"))
    for (std::size_t at = name.size; at-- != 0;) {
      text const rest = {name.data + at, name.size - at};
      if (rest.starts_with("(unnamed ")) return false;
      if (rest.starts_with("(anonymous ")) return true;
    }
  return false;
#else
  return !std::is_destructible_v<T>;
#endif
}

// Converts to an anonymous union only. A prvalue, because g++ makes the
// constructors inaccessible too.
struct any_anonymous_union {
  template <class T>
    requires std::is_union_v<T> && (is_anonymous<T>())
  constexpr operator T() const noexcept;
};
// Converts to an anonymous union or structure only.
struct any_anonymous {
  template <class T>
    requires(std::is_union_v<T> || std::is_aggregate_v<T>) &&
            (is_anonymous<T>())
  constexpr operator T() const noexcept;
};

// Converts to all other types.
struct any_named {
  template <class T>
    requires(!std::is_same_v<T, any_named>) &&
            std::is_copy_constructible_v<T> && (!is_anonymous<T>())
  constexpr operator T&() const noexcept;
  template <class T>
    requires(!std::is_same_v<T, any_named>) &&
            (!std::is_copy_constructible_v<T>) && (!is_anonymous<T>())
  constexpr operator T() const noexcept;
};
template <int>
using any_named_at = any_named;

template <class T, int... Numbers>
constexpr bool takes_named(index_sequence<Numbers...>) noexcept {
  return requires { T(declval<any_named_at<Numbers>&>()...); };
}
template <class T, class Last, int... Numbers>
constexpr bool takes_last(index_sequence<Numbers...>) noexcept {
  return requires {
    T{declval<any_value_at<Numbers>&>()..., declval<Last&>()};
  };
}

// True if the member after the first Number takes a Probe.
template <class T, class Probe, int Number>
constexpr bool takes_probe_at() noexcept {
  if constexpr (takes_braces<T, 0>)
    return takes_braces<T, Number, Probe>;
  else
    return takes_last<T, Probe>(make_index_sequence<Number>());
}

template <class T, class Probe, int... Numbers>
constexpr bool takes_probe(index_sequence<Numbers...>) noexcept {
  return (takes_probe_at<T, Probe, Numbers>() || ...);
}

// Converts to all objects that can be destroyed. Not constexpr: clang would
// warn that it is not defined, because an optional has a constexpr constructor.
struct any_object {
  template <class T>
    requires(!std::is_same_v<T, any_object>)
  operator T() const noexcept;
};

// True if T has an anonymous union with a member such as a std::string, so that
// the destructor and the copy constructor of the union are deleted. {} can
// initialise such a union, and no object that converts to its type can. T then
// has no move constructor, and a destructor that its author wrote. Few types
// are so, and for others the check of each member would be time lost.
template <class T, int... Numbers>
constexpr bool has_bare_union(index_sequence<Numbers...>) noexcept {
  if constexpr (std::is_move_constructible_v<T> ||
                std::is_trivially_destructible_v<T> || !takes_braces<T, 0>)
    return false;
  else
    return (!takes_braces<T, Numbers, any_object&> || ...);
}

// Stand for the type of such a member, and do not print.
union anonymous_union {};
struct anonymous_structure {};

// The first check finds most structures without such a member at once.
// Parentheses with one value would copy the structure.
template <class T>
constexpr auto find_anonymous() noexcept {
  constexpr make_index_sequence<member_count<T>> numbers;
  if constexpr (member_count<T> != 1 && takes_named<T>(numbers))
    return type_list<>();
  else if constexpr (has_bare_union<T>(numbers))
    return type_list<anonymous_union>();
  else if constexpr (!takes_probe<T, any_anonymous>(numbers))
    return type_list<>();
  else if constexpr (takes_probe<T, any_anonymous_union>(numbers))
    return type_list<anonymous_union>();
  else
    return type_list<anonymous_structure>();
}

template <class T>
using anonymous_member = decltype(find_anonymous<T>());
template <class T>
inline constexpr bool has_anonymous_member =
    !std::is_same_v<anonymous_member<T>, type_list<>>;

/// `with_members(value, f)` returns f(m1, m2, …) with the members of a plain
/// structure, in their order. They are as const as the value. A bit-field binds
/// to a parameter by value or by reference to const; if f takes references to
/// non-const only, the result is has_bit_fields(). It is for a structure with
/// an anonymous member too.
template <class T, class Function>
constexpr decltype(auto) with_members(T& value, Function&& function) {
  if constexpr (has_anonymous_member<std::remove_cv_t<T>>)
    return has_bit_fields();
  else
    return call_with_members<member_count<std::remove_cv_t<T>>>(value,
                                                                function);
}

struct member_lister {
  template <class... Members>
  constexpr type_list<std::remove_cv_t<Members>...> operator()(
      Members const&...) const noexcept {
    return {};
  }
};

// Lists the members, or the one that keeps them from being enumerated.
template <class T, class Lister, class Anonymous>
struct listed_members {
  using list = Anonymous;
};
template <class T, class Lister>
struct listed_members<T, Lister, type_list<>> {
  using list = decltype(with_members(declval<T&>(), Lister()));
};

/// The types of the members as a lister returns them. Instead of them only
/// anonymous_union, or anonymous_structure, for a structure with such a member.
template <class T, class Lister>
using members_by =
    typename listed_members<T, Lister,
                            anonymous_member<std::remove_cv_t<T>>>::list;

/// The types of the members, without const and references.
template <class T>
using member_types = members_by<T const, member_lister>;

template <>
struct shape_parts<shape::aggregate> {
  template <class T>
  using list = member_types<T>;
};

template <class T>
constexpr shape aggregate_shape() {
  if constexpr (!plain_structure<T>)
    return shape::none;
  else if constexpr (RILL_REFLECTION == 0)
    return shape::aggregate;
  else
    return has_anonymous_member<T> ? shape::aggregate : shape::fields;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
