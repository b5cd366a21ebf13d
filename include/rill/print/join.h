// rill/print/join.h: elements with a separator between them, and structures by
// their fields.
//
// Layer 5. Tests: test/print/join_test.cpp, test/print/aggregate_test.cpp.
#ifndef RILL_PRINT_JOIN_H
#define RILL_PRINT_JOIN_H

#include "../shape/fields.h"
#include "../shape/own_name.h"
#include "../value/padding.h"
#include "layout.h"
#include "structure.h"

// Elements with a separator between them.
//
// No allocation.

namespace rill::inline RILL_BUILD::detail {

/// Prints the parts of a structure as print does, with a separator between them
/// and without brackets.
template <class Separator, sight = sight_of<Separator>>
class join_layout {
 public:
  constexpr join_layout(writer& out, Separator const& separator) noexcept
      : out_(out), separator_(separator) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  constexpr void word(text name) { item(name); }
  template <class... Args, sight S = sight_of_call<Args...>()>
  constexpr void put(Args const&... args) {
    if (!is_first_)
      detail::put(out_, separator_, args...);
    else
      detail::put(out_, args...);
    is_first_ = false;
  }
  template <class T, sight S = sight_of<T>>
  constexpr void item(T const& value) {
    put(value);
  }
  template <class T>
    requires(narrow_text<Separator> || std::is_same_v<Separator, char>)
  constexpr void items(number_run<T> run) {
    if (run.first == run.last) return;
    text separator;
    if constexpr (std::is_same_v<Separator, char>)
      separator = {&separator_, 1};
    else
      separator = text_arg_of(separator_).bytes;
    if (!is_first_) out_.write(separator);
    is_first_ = false;
    put_numbers(out_, run, separator);
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  constexpr void entry(Key const& key, T const& value) {
    put(key, ": ", value);
  }
  template <class T, sight S = sight_of<T>>
  constexpr void field(text, T const& value) {
    put(value);
  }
  constexpr void close(text) noexcept {}

 private:
  writer& out_;
  Separator const& separator_;
  bool is_first_ = true;
};

// True for a type whose shape has several parts, other than a range that prints
// as one.
//
// Does not instantiate shape_of for a range without keys: it is instantiated
// once, and would stay `unknown` even if the program includes rill/types.h
// after this header.
template <class T>
constexpr bool has_several_parts() {
  if constexpr (text_like<T>)
    return false;
  else if constexpr (iterable<T> && !map_like<T>)
    return fields_shape<T>() == shape::fields;
  else
    return shape_of<T> == shape::map || shape_of<T> == shape::tuple ||
           shape_of<T> == shape::mdspan || shape_of<T> == shape::fields ||
           shape_of<T> == shape::aggregate;
}

// True for a range that join walks element by element. A map has entries, and
// only rill/types.h knows their form.
template <class T>
constexpr bool is_joined_by_elements() {
  if constexpr (!iterable<T>)
    return false;
  else if constexpr (map_like<T>)
    return shape_of<T> != shape::unknown;
  else
    return true;
}
template <class T>
concept joined_by_elements = is_joined_by_elements<T>();

// What join walks, as a type_list: T and its parts, or the elements. A range
// with a hook is walked all the same.
template <class T, class... Parts>
constexpr type_list<T, Parts...> with_parts_behind(type_list<Parts...>) {
  return {};
}
template <class T>
constexpr auto find_walked() {
  if constexpr (has_several_parts<T>())
    return with_parts_behind<T>(parts<T>());
  else if constexpr (is_joined_by_elements<T>())
    return type_list<element_type<T>>();
  else
    return type_list<T>();
}
template <class T>
inline constexpr sight sight_of_walk =
    sight_of_parts<printing>(0, find_walked<T>());

template <class Range, class Separator>
struct wrapped<joined<Range, Separator>> {
  using list = decltype(with_parts_behind<Separator>(
      find_walked<remove_cvref<Range>>()));
};

template <class T>
concept joinable = has_several_parts<T>() || joined_by_elements<T>;

// True for a type, with a hook or without, that cannot be joined here but
// perhaps with rill/types.h.
template <class T>
constexpr bool may_have_parts() {
  if constexpr (text_like<T> || joinable<T>)
    return false;
  else
    return shape_of<T> == shape::unknown;
}

template <class Separator, class T,
          sight S = sight_of_walk<T> * sight_factor + sight_of<Separator>>
constexpr void put_joined(writer& out, T const& whole,
                          Separator const& separator) {
  join_layout<Separator> layout(out, separator);
  if constexpr (has_several_parts<T>())
    shape_printer<shape_of<T>>::walk(layout, whole);
  else
    show_elements(layout, whole);
}

// True if the parts that join writes can be printed.
template <class T>
constexpr bool has_printed_parts() {
  if constexpr (has_several_parts<T>())
    return std::same_as<decltype(find_unprintable_part_in<T>(parts<T>())),
                        type_list<void>>;
  else if constexpr (joined_by_elements<T>)
    return is_printable<element_type<T>>;
  else
    return false;
}

template <class Range, class Separator>
  requires(has_printed_parts<remove_cvref<Range>>() &&
           is_printable<remove_cvref<Separator>>)
struct printer<joined<Range, Separator>> {
  template <sight S = sight_of<joined<Range, Separator>>>
  static constexpr void put(writer& out, joined<Range, Separator> const& j) {
    put_joined<remove_cvref<Separator>, remove_cvref<Range>>(out, j.range,
                                                             j.separator);
  }
};

// The type that a function returns for an element, or void.
template <class Function, class Range>
struct made_of_element {
  using type = void;
};
template <class Function, class Range>
  requires requires(Function const& function,
                    typename element<Range>::reference item) { function(item); }
struct made_of_element<Function, Range> {
  using type = remove_cvref<decltype(declval<Function const&>()(
      declval<
          std::remove_reference_t<typename element<Range>::reference>&>()))>;
};
template <class Function, class Range>
using made_of = typename made_of_element<Function, Range>::type;

// The first parameter of a function, or of a class with a single operator().
template <class Function>
struct parameter_of {
  using type = void;
};
template <class R, class T, bool Throws>
struct parameter_of<R (*)(T) noexcept(Throws)> {
  using type = T;
};
template <class R, class C, class T, bool Throws>
struct parameter_of<R (C::*)(T) const noexcept(Throws)> {
  using type = T;
};

template <class Function, class Element>
constexpr auto find_parameter() {
  if constexpr (std::is_pointer_v<Function>)
    return type_list<typename parameter_of<Function>::type>();
  else if constexpr (requires { &Function::operator(); })
    return type_list<
        typename parameter_of<decltype(&Function::operator())>::type>();
  else if constexpr (requires { &Function::template operator()<Element>; })
    return type_list<typename parameter_of<
        decltype(&Function::template operator()<Element>)>::type>();
  else
    return type_list<void>();
}

// True if a wrapper of this library, or one inside it, refers to a Value.
template <class Wrapper, class Value>
constexpr bool refers_to_value() {
  if constexpr (std::is_reference_v<Wrapper>)
    return std::is_same_v<remove_cvref<Wrapper>, std::remove_cv_t<Value>>;
  else if constexpr (!std::is_class_v<Wrapper> || !is_of_rill<Wrapper>)
    return false;
  else if constexpr (requires { sizeof(Wrapper::value); })
    return refers_to_value<decltype(Wrapper::value), Value>();
  else if constexpr (requires { sizeof(Wrapper::number); })
    return refers_to_value<decltype(Wrapper::number), Value>();
  else if constexpr (requires { sizeof(Wrapper::pointer); })
    return refers_to_value<decltype(Wrapper::pointer), Value>();
  else if constexpr (requires { sizeof(Wrapper::range); })
    return refers_to_value<decltype(Wrapper::range), Value>();
  else if constexpr (requires {
                       sizeof(Wrapper::a);
                       sizeof(Wrapper::b);
                     })
    return refers_to_value<decltype(Wrapper::a), Value>() ||
           refers_to_value<decltype(Wrapper::b), Value>();
  else
    return false;
}

// True for a function whose parameter no longer exists when its result is
// printed, such as [](int n) { return hex(n); }. A wrapper that refers to
// another value of this type cannot be distinguished; its function must take
// the element by reference.
template <class Function, class Range>
constexpr bool returns_own_copy() {
  using found = decltype(find_parameter<Function, element_type<Range>>());
  using parameter = typename only_type<found>::type;
  if constexpr (std::is_void_v<parameter> || std::is_reference_v<parameter>)
    return false;
  else
    return refers_to_value<made_of<Function, Range>, parameter>();
}

// True if one iterator can be ahead of another: the range can be walked twice.
template <class Range>
concept goes_twice =
    std::is_copy_constructible_v<typename element<Range>::iterator> &&
    requires(typename element<Range>::iterator const& a) { a == a; };

// A function of one element or of two.
template <class T, class Element>
concept function_of_elements = requires { &T::operator(); } || requires {
  &T::template operator()<Element>;
} || requires { &T::template operator()<Element, Element>; };

// What is wrong with the third argument of join, or none.
template <class Third, class Range>
constexpr wrapper_fault find_fault_of_third() {
  if constexpr (!iterable<Range>) {
    return wrapper_fault::no_parts;
  } else if constexpr (of_unknown_shape<Third> &&
                       std::is_void_v<made_of<Third, Range>> &&
                       !function_of_elements<Third, element_type<Range>>) {
    return wrapper_fault::no_types;
  } else if constexpr (!std::is_void_v<made_of<Third, Range>>) {
    return returns_own_copy<Third, Range>() ? wrapper_fault::own_copy
                                            : wrapper_fault::none;
  } else {
    return is_printable<Third> && goes_twice<Range> ? wrapper_fault::none
                                                    : wrapper_fault::third;
  }
}

template <class Range, class Separator, class Third>
inline constexpr wrapper_fault fault_of<joined_with<Range, Separator, Third>> =
    find_fault_of_third<remove_cvref<Third>, remove_cvref<Range>>();

// The type that is written for each element: its own, or the one that the
// function returns.
template <class Third, class Range>
constexpr auto find_written() {
  if constexpr (!iterable<Range>)
    return type_list<Range>();
  else if constexpr (std::is_void_v<made_of<Third, Range>>)
    return type_list<element_type<Range>>();
  else
    return type_list<made_of<Third, Range>>();
}
template <class Third, class Range>
using written_of =
    typename only_type<decltype(find_written<Third, Range>())>::type;

template <class Range, class Separator, class Third>
struct wrapped<joined_with<Range, Separator, Third>> {
  using list = type_list<
      written_of<remove_cvref<Third>, remove_cvref<Range>>, Separator,
      std::conditional_t<
          std::is_void_v<made_of<remove_cvref<Third>, remove_cvref<Range>>>,
          Third, void>>;
};

template <class Range, class Separator, class Third>
  requires(is_printable<remove_cvref<Separator>> &&
           fault_of<joined_with<Range, Separator, Third>> ==
               wrapper_fault::none &&
           is_printable<written_of<remove_cvref<Third>, remove_cvref<Range>>>)
struct printer<joined_with<Range, Separator, Third>> {
  using value_type = joined_with<Range, Separator, Third>;

  template <sight S = sight_of<value_type>>
  static constexpr void put(writer& out, value_type const& j) {
    join_layout<remove_cvref<Separator>> layout(out, j.separator);
    if constexpr (!std::is_void_v<
                      made_of<remove_cvref<Third>, remove_cvref<Range>>>)
      for (auto&& element : to_iterate(whole(j))) layout.put(j.third(element));
    else
      put_with_last<S>(out, j);
  }

 private:
  static constexpr auto& whole(value_type const& j) noexcept {
    return static_cast<remove_cvref<Range> const&>(j.range);
  }
  // `next` is one element ahead of `at`.
  template <sight S>
  static constexpr void put_with_last(writer& out, value_type const& j) {
    auto&& range = to_iterate(whole(j));
    auto at = iterator_of(range);
    auto const last = end_of(range);
    if (!(at != last)) return;
    put_element(out, *at);
    if (!(++at != last)) return;
    for (auto next = at; ++next != last; ++at) {
      detail::put(out, j.separator);
      put_element(out, *at);
    }
    detail::put(out, j.third);
    put_element(out, *at);
  }
  template <class Element, sight S = sight_of<Element>>
  static constexpr void put_element(writer& out, Element const& element) {
    detail::put(out, as_value<element_type<remove_cvref<Range>>>(element));
  }
};

// The part because of which a join cannot be printed.
template <class T>
constexpr auto find_blamed_part() {
  if constexpr (!joinable<T>)
    return type_list<T>();
  else if constexpr (has_several_parts<T>())
    return find_unprintable_part_in<T>(parts<T>());
  else
    return type_list<element_type<T>>();
}
template <class Range, class Separator>
struct blamed<joined<Range, Separator>>
    : std::conditional_t<
          has_printed_parts<remove_cvref<Range>>(),
          blamed_part<joined<Range, Separator>, remove_cvref<Separator>>,
          blamed_part<joined<Range, Separator>,
                      typename only_type<decltype(find_blamed_part<remove_cvref<
                                                      Range>>())>::type>> {
  static constexpr bool is_part = !has_printed_parts<remove_cvref<Range>>();
};
template <class Range, class Separator>
inline constexpr wrapper_fault fault_of<joined<Range, Separator>> =
    joinable<remove_cvref<Range>>           ? wrapper_fault::none
    : may_have_parts<remove_cvref<Range>>() ? wrapper_fault::no_types
                                            : wrapper_fault::no_parts;

template <class Range, class Separator, class Third>
struct blamed<joined_with<Range, Separator, Third>>
    : blamed_part<joined_with<Range, Separator, Third>,
                  written_of<remove_cvref<Third>, remove_cvref<Range>>,
                  remove_cvref<Separator>> {};

// Structures with RILL_FIELDS: `point{x: 1, y: 2}`.
//
// No allocation. If the types of all members are bounded, the structure on one
// line is bounded too, and the single check of the buffer for the whole print
// covers it.

template <class... Types>
constexpr make_index_sequence<int{sizeof...(Types)}> indices_beside(
    type_list<Types...>) noexcept {
  return {};
}

// The indices of the members.
template <class T>
using member_numbers = decltype(indices_beside(parts<T>()));

// Calls f with the members: `with(value, f)`. print/container.h specialises
// this for structures without RILL_FIELDS.
template <shape S>
struct parts_of_structure;

template <>
struct parts_of_structure<shape::fields> {
  template <class T, class Function>
  static constexpr decltype(auto) with(T const& value, Function&& function) {
    return with_fields(value,
                       [&](auto, auto const&... members) -> decltype(auto) {
                         return function(members...);
                       });
  }
};

template <class T, class Function>
constexpr decltype(auto) with_parts_of(T const& value, Function&& function) {
  return parts_of_structure<shape_of<T>>::with(value, function);
}

// Passes on the text before a member: `point{`, `, ` or `, y: `.
template <class T, class Take>
constexpr void take_label(int number, Take&& take) noexcept {
  if (number == 0) {
    take(own_name<T>);
    take(text("{"));
  } else {
    take(text(", "));
  }
  if constexpr (shape_of<T> == shape::fields) {
    if (field_names<T>.size() == 0) return;
    take(field_names<T>.names[number]);
    take(text(": "));
  }
}

template <class T, int Number>
constexpr std::size_t find_label_size() noexcept {
  std::size_t size = 0;
  take_label<T>(Number, [&](text part) { size += part.size; });
  return size;
}

template <std::size_t Size>
struct label_bytes {
  char data[Size];
  static constexpr std::size_t size = Size;
};

template <class T, int Number, sight S = shape_sight_of<T>>
inline constexpr auto label = [] {
  label_bytes<find_label_size<T, Number>()> made{};
  char* out = made.data;
  take_label<T>(Number, [&](text part) {
    for (char const c : part) *out++ = c;
  });
  return made;
}();

// A member in debug form.
template <class T>
using member_arg =
    decltype(format_arg_of(declval<debugged<T const&> const&>()));

template <class T>
concept bounded_member =
    bounded_arg<member_arg<T>> && !reserving<member_arg<T>>;

template <class T, class... Members, int... Numbers>
constexpr std::size_t find_room(type_list<Members...>,
                                index_sequence<Numbers...>) {
  if constexpr (sizeof...(Members) == 0)
    return label<T, 0>.size + 1;
  else if constexpr ((bounded_member<Members> && ...))
    return ((label<T, Numbers>.size + member_arg<Members>::max_size()) + ...) +
           1;
  else
    return 0;
}

template <class T>
  requires(shape_of<T> == shape::aggregate || shape_of<T> == shape::fields)
struct bounded_structure<T> {
  static constexpr std::size_t room =
      find_room<T>(parts<T>(), member_numbers<T>());

  template <sight S>
  static constexpr char* write(char* out, T const& value) {
    return with_parts_of(value, [out](auto const&... members) {
      return write_all<S>(out, member_numbers<T>(), members...);
    });
  }

 private:
  template <sight S, int... Numbers, class... Members>
  static constexpr char* write_all(char* out, index_sequence<Numbers...>,
                                   Members const&... members) {
    if constexpr (sizeof...(Members) == 0) out = write_label<0, S>(out);
    ((out = write_format_arg<false>(
          write_label<Numbers, S>(out),
          format_arg_of(debugged<Members const&>{members}))),
     ...);
    *out = '}';
    return out + 1;
  }
  template <int Number, sight S>
  static constexpr char* write_label(char* out) noexcept {
    return copy_bytes(out, label<T, Number, S>.data, label<T, Number, S>.size);
  }
};

struct shown_structure {
  // On several lines.
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open(own_name<T>, "{");
    with_parts_of(value, [&to](auto const&... members) {
      if constexpr (shape_of<T> == shape::fields) {
        [[maybe_unused]] text const* name = field_names<T>.begin();
        (to.field(*name++, members), ...);
      } else {
        (to.item(members), ...);
      }
    });
    to.close("}");
  }
  // On one line.
  template <class T, sight S = shape_sight_of<T>>
  static constexpr void put(writer& out, T const& value) {
    with_parts_of(value, [&out](auto const&... members) {
      put_all<T, S>(out, member_numbers<T>(), members...);
    });
  }

 private:
  template <class T, sight S, int... Numbers, class... Members>
  static constexpr void put_all(writer& out, index_sequence<Numbers...>,
                                Members const&... members) {
    if constexpr (sizeof...(Members) == 0) put_label<T, 0, S>(out);
    ((put_label<T, Numbers, S>(out),
      detail::put(out, debugged<Members const&>{members})),
     ...);
    out.put('}');
  }
  template <class T, int Number, sight S>
  static constexpr void put_label(writer& out) {
    out.write(label<T, Number, S>.data, label<T, Number, S>.size);
  }
};

template <>
struct shape_printer<shape::fields> : shown_structure {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
