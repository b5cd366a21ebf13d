// rill/print/container.h: ranges, maps, sets, pairs, tuples, adaptors,
// optionals, variants, pointers, enumerations and plain structures.
//
// Layer 5. Tests: test/print/join_test.cpp, test/print/holder_test.cpp,
// test/print/enumeration_test.cpp, test/print/container_test.cpp,
// test/print/aggregate_test.cpp.
#ifndef RILL_PRINT_CONTAINER_H
#define RILL_PRINT_CONTAINER_H

#include "../shape/aggregate.h"
#include "../shape/enumeration.h"
#include "../shape/holder.h"
#include "../shape/own_name.h"
#include "../shape/range.h"
#include "../value/parts.h"
#include "join.h"
#include "layout.h"
#include "put.h"
#include "structure.h"

// The targets of pointers, optionals and iterators.
//
// No allocation.

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept points_to_a_value =
    !std::is_bounded_array_v<T> &&
    (requires(T const& pointer) { *&*pointer; } || requires(T const& pointer) {
      pointer.expired();
      *pointer.lock();
    });

template <class T>
constexpr auto find_pointed() {
  if constexpr (requires(T const& pointer) { *pointer.lock(); })
    return type_list<remove_cvref<decltype(*declval<T const&>().lock())>>();
  else
    return type_list<remove_cvref<decltype(*declval<T const&>())>>();
}
template <class T>
using pointed_type = typename only_type<decltype(find_pointed<T>())>::type;

// Writes the target of a pointer, or null. A single target prints as by print,
// an element in debug form.
template <bool AtTheTop, class T, sight S = sight_of<pointed_type<T>>>
constexpr void put_pointee(writer& out, T const& pointer) {
  if constexpr (requires { pointer.expired(); }) {
    put_pointee<AtTheTop>(out, pointer.lock());
  } else {
    if constexpr (requires { static_cast<bool>(pointer); })
      if (!static_cast<bool>(pointer)) return out.write("null");
    if constexpr (AtTheTop)
      detail::put(out, *pointer);
    else
      detail::put(out,
                  debugged<remove_cvref<decltype(*pointer)> const&>{*pointer});
  }
}

template <class Pointer>
inline constexpr wrapper_fault fault_of<dereferenced<Pointer>> =
    wrapper_fault::no_pointer;

template <class Pointer>
  requires points_to_a_value<remove_cvref<Pointer>>
struct wrapped<dereferenced<Pointer>> {
  using list = type_list<pointed_type<remove_cvref<Pointer>>>;
};
template <class Range>
  requires(!points_to_a_value<remove_cvref<Range>> &&
           iterable<remove_cvref<Range>> &&
           points_to_a_value<element_type<remove_cvref<Range>>>)
struct wrapped<dereferenced<Range>> {
  using list = type_list<pointed_type<element_type<remove_cvref<Range>>>>;
};

template <class Pointer>
  requires points_to_a_value<remove_cvref<Pointer>>
struct printer<dereferenced<Pointer>> {
  template <sight S = sight_of<dereferenced<Pointer>>>
  static constexpr void put(writer& out, dereferenced<Pointer> const& d) {
    put_pointee<true, remove_cvref<Pointer>>(out, d.pointer);
  }
};

template <class Range>
  requires(!points_to_a_value<remove_cvref<Range>> &&
           iterable<remove_cvref<Range>> &&
           points_to_a_value<element_type<remove_cvref<Range>>>)
struct printer<dereferenced<Range>> {
  template <sight S = sight_of<dereferenced<Range>>>
  static constexpr void put(writer& out, dereferenced<Range> const& d) {
    remove_cvref<Range> const& range = d.pointer;
    char const* before = "[";
    for (auto&& pointer : to_iterate(range)) {
      out.write(before);
      before = ", ";
      put_pointee<false, element_type<remove_cvref<Range>>>(out, pointer);
    }
    out.write(*before == '[' ? "[]" : "]");
  }
};

// Optionals, variants, expected values and references.
//
// No allocation. Smart pointers are in print/layout.h, as other pointers are.

template <>
struct shape_printer<shape::optional> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    if (value.has_value())
      to.item(*value);
    else
      to.word("none");
  }
};

template <>
struct shape_printer<shape::expected> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    if (!value.has_value()) {
      to.open("unexpected", "(");
      to.item(value.error());
      to.close(")");
    } else if constexpr (std::is_void_v<decltype(*value)>) {
      to.word("()");
    } else {
      to.item(*value);
    }
  }
};

template <>
struct shape_printer<shape::variant> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    if (value.valueless_by_exception())
      to.word("valueless");
    else
      walk_held<S>(to, value, counted(parts<T>()));
  }

 private:
  template <class... Args>
  static constexpr make_index_sequence<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <sight S, class Layout, class T, int... Numbers>
  static constexpr void walk_held(Layout& to, T const& value,
                                  index_sequence<Numbers...>) {
    auto const index = static_cast<std::size_t>(value.index());
    (void)((index == std::size_t{Numbers}
                ? (to.item(*get_if<static_cast<std::size_t>(Numbers)>(&value)),
                   true)
                : false) ||
           ...);
  }
};

// Prints the value referred to; a text without quotes. For debug form,
// print/layout.h unwraps the reference.
template <>
struct shape_printer<shape::reference> {
  template <class T, sight S = shape_sight_of<T>>
  static constexpr void put(writer& out, T const& value) {
    detail::put(out, value.get());
  }
};

// Enumerations by name: `red`, `read|write`, `color(7)`.
//
// No allocation.

template <class E>
constexpr auto number_of(E value) noexcept {
  using number = std::underlying_type_t<E>;
  if constexpr (std::is_same_v<number, bool> || character<number>)
    return static_cast<int>(value);
  else
    return static_cast<number>(value);
}

// True if each bit of a value has a name.
template <class E, bool ByLine = has_enum_line<E>>
constexpr bool has_named_bits(E value) noexcept {
  unsigned long long rest = bits_of(value);
  if (rest == 0) return false;
  for (enumerator<E> const& one : enumerator_names<E>)
    if (is_single_bit(bits_of(one.value))) rest &= ~bits_of(one.value);
  return rest == 0;
}

template <class E, bool ByLine = has_enum_line<E>>
constexpr void put_flags(writer& out, E value) {
  unsigned long long rest = bits_of(value);
  for (enumerator<E> const& one : enumerator_names<E>) {
    unsigned long long const bit = bits_of(one.value);
    if (!is_single_bit(bit) || (rest & bit) == 0) continue;
    rest -= bit;
    out.write(one.name);
    if (rest != 0) out.put('|');
  }
}

template <class E, bool ByLine = has_enum_line<E>>
constexpr void put_unknown(writer& out, E value) {
  if constexpr (is_flags<E>)
    if (has_named_bits(value)) return put_flags(out, value);
  detail::put(out, own_name<E>, '(', number_of(value), ')');
}

template <>
struct shape_printer<shape::enumeration> {
  template <class E, sight S = sight_of_line<E>()>
  static constexpr void put(writer& out, E const& value) {
    if constexpr (!has_enumerator_names<E>)
      detail::put(out, number_of(value));
    else if (enumerator<E> const* const found = find_enumerator(value))
      detail::put(out, found->name);
    else
      put_unknown(out, value);
  }
};

// Ranges, maps, sets, pairs, tuples, container adaptors and mdspan.
//
// No allocation.

template <>
struct shape_printer<shape::range> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("[");
    show_elements(to, value);
    to.close("]");
  }
};

template <>
struct shape_printer<shape::set> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("{");
    show_elements(to, value);
    to.close("}");
  }
};

template <>
struct shape_printer<shape::map> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("{");
    for (auto&& entry : to_iterate(value))
      to.entry(entry.first,
               as_value<typename entry_of<T>::value>(entry.second));
    to.close("}");
  }
};

template <>
struct shape_printer<shape::tuple> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("(");
    if constexpr (pair_like<T>) {
      to.item(value.first);
      to.item(value.second);
    } else {
      items<S>(to, value, counted(parts<T>()));
    }
    to.close(")");
  }

 private:
  template <class... Args>
  static constexpr make_index_sequence<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <sight S, class Layout, class T, int... Numbers>
  static constexpr void items([[maybe_unused]] Layout& to,
                              [[maybe_unused]] T const& value,
                              index_sequence<Numbers...>) {
    (to.item(get<static_cast<std::size_t>(Numbers)>(value)), ...);
  }
};

template <>
struct shape_printer<shape::adaptor> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    to.item(below<T>::of(value));
  }
};

// The part of a std::mdspan after its first indices.
template <class Span, std::size_t Given>
struct span_row {
  using index = remove_cvref<decltype(declval<Span const&>().extent(0))>;
  Span const& span;
  index given[Given];
};

// Passes on the elements of the next dimension, which are rows again except in
// the last dimension.
template <class Span, std::size_t Given, sight S, int... Numbers, class Layout>
constexpr void show_rows(Layout& to, Span const& span,
                         typename span_row<Span, 1>::index const* given,
                         index_sequence<Numbers...>) {
  using index = typename span_row<Span, 1>::index;
  for (index i = 0; i != span.extent(Given); ++i)
    if constexpr (Given + 1 == Span::rank())
      to.item(span.accessor().access(
          span.data_handle(),
          static_cast<std::size_t>(span.mapping()(given[Numbers]..., i))));
    else
      to.item(span_row<Span, Given + 1>{span, {given[Numbers]..., i}});
}

template <>
struct shape_printer<shape::mdspan> {
  template <class Layout, class T, sight S = shape_sight_of<T>>
  static constexpr void walk(Layout& to, T const& value) {
    if constexpr (T::rank() == 0) {
      to.item(value.accessor().access(
          value.data_handle(), static_cast<std::size_t>(value.mapping()())));
    } else {
      to.open("[");
      show_rows<T, 0, S>(to, value, nullptr, index_sequence<>());
      to.close("]");
    }
  }
  template <class Layout, class Span, std::size_t Given,
            sight S = shape_sight_of<Span>>
  static constexpr void walk(Layout& to, span_row<Span, Given> const& row) {
    to.open("[");
    show_rows<Span, Given, S>(to, row.span, row.given,
                              make_index_sequence<int{Given}>());
    to.close("]");
  }
};

template <class Span, std::size_t Given>
inline constexpr shape shape_of<span_row<Span, Given>> = shape::mdspan;

template <class Span, std::size_t Given>
struct parts_of_mdspan<span_row<Span, Given>> : parts_of_mdspan<Span> {};
template <class Span, std::size_t Given>
struct wrapped<span_row<Span, Given>> : parts_of_mdspan<Span> {};

// Plain structures: `point{1, 2}`.
//
// No allocation. They print as structures with RILL_FIELDS do (print/join.h),
// without the names.

template <>
struct parts_of_structure<shape::aggregate> {
  template <class T, class Function>
  static constexpr decltype(auto) with(T const& value, Function&& function) {
    return with_members(value, function);
  }
};

template <>
struct shape_printer<shape::aggregate> : shown_structure {};

// The parts of a value as rows.
//
// No allocation.

// Prints each part on its own line.
template <class Separator, sight = sight_of<Separator>>
class rows_layout {
 public:
  constexpr rows_layout(writer& out, Separator const& separator) noexcept
      : out_(out), separator_(separator) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  template <class T, sight S = sight_of<T>>
  constexpr void item(T const& row) {
    begin_line();
    if constexpr (has_rows<T>())
      put_joined<Separator, T>(out_, row, separator_);
    else
      detail::put(out_, row);
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  constexpr void entry(Key const& key, T const& value) {
    begin_line();
    detail::put(out_, key, separator_);
    is_first_ = true;
    item(value);
  }
  template <class T, sight S = sight_of<T>>
  constexpr void field(text, T const& row) {
    item(row);
  }
  constexpr void close(text) noexcept {}

 private:
  // True if the elements of a row print separately. A text and a type with a
  // hook print as a whole.
  template <class T>
  static constexpr bool has_rows() {
    if constexpr (directly_printable<T>)
      return false;
    else
      return joinable<T>;
  }
  constexpr void begin_line() {
    if (!is_first_) out_.put('\n');
    is_first_ = false;
  }

  writer& out_;
  Separator const& separator_;
  bool is_first_ = true;
};

template <class Matrix, class Separator>
struct wrapped<rows_of<Matrix, Separator>>
    : wrapped<joined<Matrix, Separator>> {};

template <class Matrix, class Separator>
  requires joinable<remove_cvref<Matrix>> &&
           is_printable<remove_cvref<Separator>>
struct printer<rows_of<Matrix, Separator>> {
  template <sight S = sight_of<rows_of<Matrix, Separator>>>
  static constexpr void put(writer& out, rows_of<Matrix, Separator> const& r) {
    rows_layout<remove_cvref<Separator>> layout(out, r.separator);
    remove_cvref<Matrix> const& matrix = r.matrix;
    if constexpr (has_several_parts<remove_cvref<Matrix>>())
      shape_printer<shape_of<remove_cvref<Matrix>>>::walk(layout, matrix);
    else
      show_elements(layout, matrix);
  }
};

template <class Matrix, class Separator>
struct blamed<rows_of<Matrix, Separator>>
    : blamed_part<rows_of<Matrix, Separator>, remove_cvref<Matrix>,
                  remove_cvref<Separator>> {};
template <class Matrix, class Separator>
inline constexpr wrapper_fault fault_of<rows_of<Matrix, Separator>> =
    joinable<remove_cvref<Matrix>> ? wrapper_fault::none
                                   : wrapper_fault::no_parts;

}  // namespace rill::inline RILL_BUILD::detail

#endif
