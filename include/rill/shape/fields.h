// rill/shape/fields.h: the kinds of shapes, and the macros RILL_FIELDS and
// RILL_ENUM, which name members and enumerators.
//
// Layer 2. Tests: test/shape/shape_test.cpp, test/shape/fields_test.cpp.
#ifndef RILL_SHAPE_FIELDS_H
#define RILL_SHAPE_FIELDS_H

#include <type_traits>  // std::is_enum_v, std::remove_cv_t

#include "../base/config.h"
#include "../base/text.h"

// The kinds of types that print and scan without code by the user.

namespace rill::inline RILL_BUILD::detail {

/// What a type is, recognised without the header that defines it. The named
/// file shows how.
enum class shape : unsigned char {
  none,
  unknown,  // rill/types.h is not included
  // shape/holder.h
  range,    // everything that a range-for takes
  map,      // a range of pairs with a key_type and a mapped_type
  set,      // a range whose elements are its keys
  tuple,    // pair, tuple
  adaptor,  // stack, queue, priority_queue: the underlying container
  mdspan,   // mdspan: rows of rows
  // shape/holder.h
  optional,
  variant,
  expected,
  pointer,    // unique_ptr, shared_ptr, weak_ptr: an address
  reference,  // reference_wrapper: what it refers to
  // shape/standard_types.h
  nothing,  // monostate, nullopt
  bits,     // bitset
  bit,      // an element of a bitset or of a std::vector<bool>
  atomic,
  complex_number,
  byte,
  thread_id,
  source_location,
  type_info,
  ordering,
  error_code,
  exception,
  exception_pointer,
  ratio,
  unexpected,
  naming,  // directory_entry, locale, sub_match: print a name or text
  // shape/standard_types.h
  duration,
  time_point,
  calendar,  // day, month, year_month_day, hh_mm_ss …
  zoned_time,
  // shape/standard_types.h
  stack_frame,
  stack_trace,  // a range of stack frames
  // shape/fields.h, shape/aggregate.h, shape/enumeration.h
  fields,  // members named by RILL_FIELDS
  aggregate,
  enumeration,
};

/// A list of types.
template <class...>
struct type_list {};

/// The types that a T of shape S consists of, which must print (or scan) for T
/// to do so: `template <class T> using list = type_list<…>`. Empty unless the
/// file of the shape specialises it.
template <shape S>
struct shape_parts {
  template <class T>
  using list = type_list<>;
};

}  // namespace rill::inline RILL_BUILD::detail

// Applies a macro to each of several names.
//
// Only macros. A system header, so that g++ reports an error in an expansion,
// such as a wrong name, at the user's line instead of with the hundred steps of
// the expansion.

#pragma GCC system_header

// RILL_EACH(macro, data, a, b) expands to `, macro(data, a), macro(data, b)`.
// Each rescan of the text expands one name; RILL_LOOK_64 rescans it 85 times.
#define RILL_EACH(macro, data, ...) \
  __VA_OPT__(RILL_LOOK_64(RILL_EACH_STEP(macro, data, __VA_ARGS__)))
#define RILL_EACH_STEP(macro, data, first, ...) \
  , macro(data, first)                          \
        __VA_OPT__(RILL_EACH_NEXT RILL_BRACKETS(macro, data, __VA_ARGS__))
#define RILL_EACH_NEXT() RILL_EACH_STEP
#define RILL_BRACKETS ()
#define RILL_LOOK_64(...) \
  RILL_LOOK_16(RILL_LOOK_16(RILL_LOOK_16(RILL_LOOK_16(__VA_ARGS__))))
#define RILL_LOOK_16(...) \
  RILL_LOOK_4(RILL_LOOK_4(RILL_LOOK_4(RILL_LOOK_4(__VA_ARGS__))))
#define RILL_LOOK_4(...) RILL_LOOK(RILL_LOOK(RILL_LOOK(RILL_LOOK(__VA_ARGS__))))
#define RILL_LOOK(...) __VA_ARGS__

// RILL_FIELDS and RILL_ENUM, which name what the compiler cannot name.
//
// constexpr.

/// `RILL_FIELDS(point, x, y)` makes a point print as `point{x: 1, y: 2}`. Write
/// it in the namespace of the type, or in the public part of the class, where
/// it may also name private members. Members of a base class may be named. Up
/// to 64 names.
///
/// Example:
///     struct point {
///       int x, y;
///       RILL_FIELDS(point, x, y)
///     };
///     rill::println(point{1, 2});
#define RILL_FIELDS(Type, ...)                                                 \
  template <class RillType, class RillFunction>                                \
  constexpr decltype(auto) rill_fields(::rill::detail::fields_line<Type>,      \
                                       [[maybe_unused]] RillType& rill_object, \
                                       RillFunction&& rill_function) {         \
    if constexpr (                                                             \
        !requires {                                                            \
          ::rill::detail::refer_to(                                            \
              0 RILL_EACH(RILL_FIELD, rill_object, __VA_ARGS__));              \
        } &&                                                                   \
        requires {                                                             \
          ::rill::detail::copy_of(                                             \
              0 RILL_EACH(RILL_FIELD, rill_object, __VA_ARGS__));              \
        })                                                                     \
      return ::rill::detail::has_bit_fields();                                 \
    else                                                                       \
      return rill_function([] {                                                \
        return ::rill::text(#__VA_ARGS__);                                     \
      } RILL_EACH(RILL_FIELD, rill_object, __VA_ARGS__));                      \
  }                                                                            \
  [[maybe_unused]] constexpr void rill_line(                                   \
      ::rill::detail::fields_line<Type>) noexcept {}

/// `RILL_ENUM(color, red, green)` makes an enumeration print by these names
/// alone, whatever their values and its underlying type. Write it in the
/// namespace or the class of the enumeration.
///
/// Example:
///     struct paint {
///       enum color { red = 1000, green };
///       RILL_ENUM(color, red, green)
///     };
///     rill::println(paint::green, ' ', paint::color(7));
#define RILL_ENUM(Type, ...)                                            \
  struct rill_names_of_##Type {                                         \
    static constexpr auto list() noexcept {                             \
      return ::rill::detail::list_enumerators<Type>(::rill::text(       \
          #__VA_ARGS__) RILL_EACH(RILL_ENUMERATOR, Type, __VA_ARGS__)); \
    }                                                                   \
  };                                                                    \
  static_assert(                                                        \
      ::rill::detail::named_by_line<Type, rill_names_of_##Type>::value, \
      "rill: RILL_ENUM is for enumerations");                           \
  [[maybe_unused]] constexpr void rill_line(                            \
      ::rill::detail::enum_line<Type>) noexcept {}

// The last function of each macro allows the line to end with or without a
// semicolon.
#define RILL_FIELD(object, name) object.name
#define RILL_ENUMERATOR(Type, name) Type::name

namespace rill::inline RILL_BUILD::detail {

/// The most members that are counted or named.
inline constexpr int most_members = 64;

/// The result of with_members and with_fields when a function takes references
/// to non-const and a member is a bit-field, to which no such reference can
/// bind.
struct has_bit_fields {};

template <class T>
struct fields_line {};

// refer_to rejects a bit-field, copy_of accepts it; both reject a name that
// does not exist.
template <class... Members>
void refer_to(int, Members&...);
template <class... Members>
void copy_of(int, Members const&...);

constexpr bool is_of_name(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// A list of names.
template <std::size_t Count>
struct name_list {
  text names[Count == 0 ? 1 : Count];
  constexpr text const* begin() const noexcept { return names; }
  constexpr text const* end() const noexcept { return names + Count; }
  static constexpr std::size_t size() noexcept { return Count; }
};

// Splits "a, b" into two names.
template <std::size_t Count>
constexpr name_list<Count> split_names(text all) noexcept {
  name_list<Count> list{};
  char const* at = all.begin();
  for (text& name : list.names) {
    while (at != all.end() && (*at == ' ' || *at == ',')) ++at;
    char const* const begin = at;
    while (at != all.end() && is_of_name(*at)) ++at;
    name = {begin, static_cast<std::size_t>(at - begin)};
  }
  return list;
}

// RILL_ENUM defines this function, which returns the type with the list of
// names. A friend function, so that the same macro works inside a class and
// outside.
#pragma GCC diagnostic push
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
#pragma GCC diagnostic ignored "-Wunused-function"
template <class E>
struct enum_line {
  friend constexpr auto rill_enumerators(enum_line<E>) noexcept;
};
#pragma GCC diagnostic pop

/// An enumeration whose names are given by RILL_ENUM.
template <class E>
concept has_enum_line = requires { rill_enumerators(enum_line<E>()); };

template <class E, class Names>
struct named_by_line {
  friend constexpr auto rill_enumerators(enum_line<E>) noexcept {
    return Names();
  }
  static constexpr bool value = std::is_enum_v<E>;
};

/// The name and the value of an enumerator.
template <class E>
struct enumerator {
  text name;
  E value;
};

template <class E, int Count>
struct counted_enumerators {
  enumerator<E> list[Count == 0 ? 1U : static_cast<unsigned>(Count)] = {};
  int count = Count;
};

template <class E, class... Values>
constexpr auto list_enumerators(text names, Values... values) noexcept {
  constexpr int count = sizeof...(Values);
  counted_enumerators<E, count> made;
  [[maybe_unused]] auto const list = split_names<sizeof...(Values)>(names);
  [[maybe_unused]] int i = 0;
  ((made.list[i] = {list.names[i], values}, ++i), ...);
  return made;
}

// The names and types of the members, from RILL_FIELDS or from reflection
// (shape/reflection.h).
template <class Names, class... Members>
struct fields_found {
  static constexpr auto names = [] {
    if constexpr (requires { Names::list; })
      return Names::list;
    else
      return split_names<sizeof...(Members)>(Names()());
  }();
  using types = type_list<Members...>;
};
struct fields_finder {
  template <class Names, class... Members>
  constexpr fields_found<Names, std::remove_cv_t<Members>...> operator()(
      Names, Members const&...) const noexcept {
    return {};
  }
};

// RILL_FIELDS inside the class. The function cannot be const, because the same
// macro also works outside a class.
template <class T>
concept has_inner_fields = requires(T& object, T const& value) {
  object.rill_fields(fields_line<T>(), value, fields_finder());
};
template <class T>
concept has_outer_fields = requires(T const& value) {
  rill_fields(fields_line<T>(), value, fields_finder());
};

// Defined in shape/reflection.h.
template <class T, class Function>
constexpr decltype(auto) with_reflected_fields(T& value, Function& function);

/// `with_fields(value, f)` returns f(names, m1, m2, …) with the members that
/// RILL_FIELDS or reflection names; `names` is a callable without parameters.
template <class T, class Function>
constexpr decltype(auto) with_fields(T& value, Function&& function) {
  using type = std::remove_cv_t<T>;
  if constexpr (has_inner_fields<type>)
    return const_cast<type&>(value).rill_fields(fields_line<type>(), value,
                                                function);
  else if constexpr (has_outer_fields<type>)
    return rill_fields(fields_line<type>(), value, function);
  else
    return with_reflected_fields(value, function);
}

template <class T>
using found_fields =
    decltype(with_fields(declval<T const&>(), fields_finder()));

/// The names of the members of T.
template <class T>
inline constexpr auto& field_names = found_fields<T>::names;

template <>
struct shape_parts<shape::fields> {
  template <class T>
  using list = typename found_fields<T>::types;
};

template <class T>
constexpr shape fields_shape() {
  if constexpr (has_inner_fields<T> || has_outer_fields<T>) {
    static_assert(field_names<T>.size() <= most_members,
                  "rill: RILL_FIELDS names at most 64 members");
    return shape::fields;
  } else {
    return shape::none;
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
