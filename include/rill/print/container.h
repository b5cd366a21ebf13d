// rill/print/container.h: ranges, maps, sets, pairs, tuples, adaptors and
// spans of several ways.
//
// Floor 5. No allocation. Tests: test/print/container_test.cpp.
#ifndef RILL_PRINT_CONTAINER_H
#define RILL_PRINT_CONTAINER_H

#include "../shape/container.h"
#include "elements.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <>
struct shown<shape::range> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("[");
    show_elements(to, value);
    to.close("]");
  }
};

template <>
struct shown<shape::set> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("{");
    show_elements(to, value);
    to.close("}");
  }
};

template <>
struct shown<shape::map> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("{");
    for (auto&& entry : to_iterate(value))
      to.entry(entry.first,
               as_value<typename entry_of<T>::value>(entry.second));
    to.close("}");
  }
};

template <>
struct shown<shape::tuple> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("(");
    if constexpr (pair_like<T>) {
      to.item(value.first);
      to.item(value.second);
    } else {
      items(to, value, counted(parts<T>()));
    }
    to.close(")");
  }

 private:
  template <class... Args>
  static constexpr numbers_up_to<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <class Layout, class T, int... Numbers>
  static constexpr void items([[maybe_unused]] Layout& to,
                              [[maybe_unused]] T const& value,
                              numbers<Numbers...>) {
    (to.item(get<static_cast<std::size_t>(Numbers)>(value)), ...);
  }
};

template <>
struct shown<shape::adaptor> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.item(below<T>::of(value));
  }
};

// What a std::mdspan has behind its first indices.
template <class Span, std::size_t Given>
struct span_row {
  using index = bare<decltype(imagined<Span const>().extent(0))>;
  Span const& span;
  index given[Given];
};

// The elements of the next way, which are rows again up to the last one.
template <class Span, std::size_t Given, int... Numbers, class Layout>
constexpr void show_rows(Layout& to, Span const& span,
                         typename span_row<Span, 1>::index const* given,
                         numbers<Numbers...>) {
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
struct shown<shape::many_way> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    if constexpr (T::rank() == 0) {
      to.item(value.accessor().access(
          value.data_handle(), static_cast<std::size_t>(value.mapping()())));
    } else {
      to.open("[");
      show_rows<T, 0>(to, value, nullptr, numbers<>());
      to.close("]");
    }
  }
  template <class Layout, class Span, std::size_t Given>
  static constexpr void walk(Layout& to, span_row<Span, Given> const& row) {
    to.open("[");
    show_rows<Span, Given>(to, row.span, row.given,
                           numbers_up_to<int{Given}>());
    to.close("]");
  }
};

template <class Span, std::size_t Given>
inline constexpr shape shape_of<span_row<Span, Given>> = shape::many_way;

template <class Span, std::size_t Given>
struct parts_of_many_way<span_row<Span, Given>> : parts_of_many_way<Span> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
