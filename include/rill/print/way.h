// rill/print/way.h: whether a type can be printed, and if not, what stands in
// the way.
//
// Floor 5. No code. Tests: test/print/structure_test.cpp, test/refuse/.
#ifndef RILL_PRINT_WAY_H
#define RILL_PRINT_WAY_H

#include "piece.h"

#if RILL_HOSTED
#include <iosfwd>  // std::ostream, to recognise types that go into one
#endif

namespace rill::inline RILL_BUILD::detail {

// What prints by itself, and not by its shape.
template <class T>
concept prints_itself = text_like<T> || built_in_leaf<T> || measured<T> ||
                        user_leaf<T> || composed<T> || hooked<T>;

#if RILL_HOSTED
// An operator<< of the type's own; integers have one too.
template <class T>
concept insertable =
    (std::is_class_v<T> || std::is_union_v<T> ||
     (std::is_enum_v<T> && !std::is_convertible_v<T, int>)) &&
    requires(std::ostream& out, T const& value) { out << value; };
#else
template <class T>
concept insertable = false;
#endif

// What has a std::formatter, or a fmt::formatter: rill/format.h and
// rill/driver/fmt.h know.
template <class T>
inline constexpr bool has_formatter_of_std = false;
template <class T>
inline constexpr bool has_formatter_of_fmt = false;

template <class T>
inline constexpr bool has_formatter =
    has_formatter_of_std<T> || has_formatter_of_fmt<T>;

// What is the user's own, and has a text that he wrote for another library, or
// in a hook that does not take it, is not printed in a form that he never saw.
template <class T>
constexpr bool has_another_text() {
  if constexpr (shape_of<T> == shape::range || shape_of<T> == shape::map ||
                shape_of<T> == shape::set || shape_of<T> == shape::exception)
    return misses_hook<T> ||
           insertable<T>;  // those of the standard library have a formatter
  else if constexpr (shape_of<T> == shape::aggregate ||
                     shape_of<T> == shape::enumeration)
    return misses_hook<T> || insertable<T> || has_formatter<T>;
  else if constexpr (shape_of<T> == shape::fields)
    return misses_hook<T>;
  else
    return false;
}

/// A type that may have a shape, which only rill/types.h knows.
template <class T>
concept of_unknown_shape = !prints_itself<T> && shape_of<T> == shape::unknown;

/// A type that prints by its shape, if its parts print.
template <class T>
concept shaped = !prints_itself<T> && shape_of<T> != shape::none &&
                 shape_of<T> != shape::unknown &&
                 shape_of<T> != shape::pointer && !has_another_text<T>();

/// A pointer, also one of a class, which prints in debug form only.
template <class T>
concept debug_pointer =
    std::is_pointer_v<T> ||
    (std::is_class_v<T> && !prints_itself<T> && shape_of<T> == shape::pointer);

// The first type that keeps a T from being printed, or void. Within are the
// types around it, which wait for the answer: a tree has trees in it.
template <class T, class... Within>
constexpr auto find_obstacle();

template <class... Within>
constexpr auto first_obstacle(type_list<>) {
  return type_list<void>();
}
template <class... Within, class First, class... Rest>
constexpr auto first_obstacle(type_list<First, Rest...>) {
  using found = decltype(find_obstacle<bare<First>, Within...>());
  if constexpr (std::same_as<found, type_list<void>>)
    return first_obstacle<Within...>(type_list<Rest...>());
  else
    return found();
}

// Parts are in debug form, in which pointers are addresses.
template <class T, class... Within>
constexpr auto find_obstacle() {
  if constexpr ((std::same_as<T, Within> || ...) || prints_itself<T> ||
                debug_pointer<T>)
    return type_list<void>();
  else if constexpr (shaped<T>)
    return first_obstacle<T, Within...>(parts<T>());
  else
    return type_list<T>();
}

template <class T>
struct only_type;
template <class T>
struct only_type<type_list<T>> {
  using type = T;
};
template <class T>
using obstacle_of = typename only_type<decltype(find_obstacle<T>())>::type;

template <class T>
inline constexpr bool has_whole_shape = false;
template <shaped T>
inline constexpr bool has_whole_shape<T> = std::is_void_v<obstacle_of<T>>;

template <class T>
concept has_a_way = prints_itself<T> || has_whole_shape<T>;

/// A type that has a debug form.
template <class T>
concept can_be_debugged = has_a_way<T> || debug_pointer<T>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
