// rill/shape/sight.h: what a file sees of a type, as a number for the names of
// functions.
//
// Layer 2. No code. A hook, a line RILL_FIELDS or a line RILL_ENUM may be
// visible in one file of a program and not in another. A function that depends
// on it has the sight of the type among its template arguments. So its symbol
// differs between such files, and the linker keeps both. Tests:
// test/shape/sight_test.cpp, test/system/sight_test.py.
#ifndef RILL_SHAPE_SIGHT_H
#define RILL_SHAPE_SIGHT_H

#include <type_traits>  // std::is_class_v, std::is_enum_v, std::is_same_v

#include "../base/run.h"
#include "../base/text.h"
#include "fields.h"
#include "shape.h"

namespace rill::inline RILL_BUILD::detail {

/// What a file sees of a type and of the types inside it: 0 if that follows
/// from the definitions of these types alone, otherwise a hash.
using sight = unsigned;
inline constexpr sight sight_factor = 0x9E3779B1U;

/// The types inside a wrapper of the library. The file of a wrapper specialises
/// it if the template arguments are not these types.
template <class Wrapper>
struct wrapped {
  using list = type_list<>;
};
template <template <class...> class Wrapper, class... Args>
struct wrapped<Wrapper<Args...>> {
  using list = type_list<Args...>;
};

// A line in the class is a part of its definition.
template <class T>
constexpr sight sight_of_line() {
  if constexpr (shape_of<T> == shape::fields)
    return has_outer_fields<T> && !has_inner_fields<T> ? 4 : 0;
  else if constexpr (std::is_enum_v<T>)
    return has_enum_line<T> ? 5 : 0;
  else
    return 0;
}

/// A type that may be seen in several ways.
template <class T>
concept may_be_seen =
    std::is_class_v<T> || std::is_enum_v<T> || std::is_union_v<T> ||
    (std::is_bounded_array_v<T> && !character_array<T>);

// `Verb::hook_sight<T>()` is not 0 if a hook replaces the shape. `Within` are
// the types around T, as in a tree, which contains its own type.
template <class Verb, class T, class... Within>
constexpr sight find_sight();

template <class Verb, class... Within, class... Parts>
constexpr sight sight_of_parts(sight own, type_list<Parts...>) {
  ((own = own * sight_factor +
          find_sight<Verb, remove_cvref<Parts>, Within...>()),
   ...);
  return own;
}

template <class Verb, class T, class... Within>
constexpr sight find_sight() {
  if constexpr (!may_be_seen<T> || (std::is_same_v<T, Within> || ...)) {
    return 0;
  } else if constexpr (text_like<T>) {
    return 0;
  } else if constexpr (std::is_class_v<T> && is_of_rill<T>) {
    return sight_of_parts<Verb, Within..., T>(0, typename wrapped<T>::list());
  } else if constexpr (constexpr sight hook = Verb::template hook_sight<T>();
                       hook != 0) {
    return hook;
  } else {
    return sight_of_parts<Verb, Within..., T>(sight_of_line<T>(), parts<T>());
  }
}

/// An argument whose sight is not 0. The verbs put it, or only its type, in
/// place of the argument, so that every function between the verb and the
/// value's own has the sight in its name.
template <class T, sight S>
struct seen {
  T const& value;
};

template <class T>
struct unseen_type {
  using type = T;
};
template <class T, sight S>
struct unseen_type<seen<T, S>> {
  using type = T;
};
/// T for a seen<T, …>, otherwise the type itself.
template <class T>
using unseen = typename unseen_type<T>::type;

template <class T, sight S>
struct wrapped<seen<T, S>> {
  using list = type_list<>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
