// rill/shape/container.h: ranges, maps, sets, pairs, tuples, adaptors and
// spans of several ways, by their shape.
//
// Floor 2. Includes none of their headers. Tests:
// test/shape/container_test.cpp.
#ifndef RILL_SHAPE_CONTAINER_H
#define RILL_SHAPE_CONTAINER_H

#include <type_traits>  // std::is_bounded_array_v, std::is_convertible_v

#include "../base/run.h"
#include "kind.h"
#include "range.h"
#include "stack_trace.h"
#include "type_name.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept pair_like = requires(T const& pair) {
  pair.first;
  pair.second;
  typename T::first_type;
  typename T::second_type;
} && !requires(T const& match) { match.matched; };  // std::sub_match

// A range whose elements lead back to it over ranges alone has no end; one
// that goes 32 deep has none either.
template <class First, class T = First, class... Within>
constexpr bool is_endless() {
  if constexpr (sizeof...(Within) == 32) {
    return true;
  } else if constexpr (sizeof...(Within) != 0 && std::is_same_v<T, First>) {
    return true;
  } else if constexpr ((std::is_same_v<T, Within> || ...) || text_like<T>) {
    return false;
  } else if constexpr (std::is_class_v<T> || std::is_bounded_array_v<T>) {
    if constexpr (!iterable<T>)
      return false;
    else if constexpr (map_like<T>)
      return false;
    else
      return is_endless<First, element_type<T>, Within..., T>();
  } else {
    return false;
  }
}

// Numbers, the everyday elements, need no look.
template <class Element>
inline constexpr bool may_be_endless =
    std::is_class_v<Element> || std::is_array_v<Element>;

// A template of types alone, as std::tuple, and what they are.
template <class T>
struct arguments_of {
  using list = type_list<>;
};
template <template <class...> class Template, class... Args>
struct arguments_of<Template<Args...>> {
  using list = type_list<Args...>;
};

template <class T>
inline constexpr bool is_template_of_nothing = false;
template <template <class...> class Template>
inline constexpr bool is_template_of_nothing<Template<>> = true;

// std::tuple<>, which has nothing by which to know it but its name.
template <class T>
constexpr bool is_empty_tuple() {
  if constexpr (is_template_of_nothing<T>)
    return whole_type_name<T>().ends_with("::tuple<>");
  else
    return false;
}

// To ask for the first element of a std::tuple<> is an error.
template <class T>
concept tuple_like =
    !std::is_same_v<typename arguments_of<T>::list, type_list<>> &&
    requires(T const& tuple) { get<0>(tuple); };

// The container below a stack or a queue is a protected member.
template <class Adaptor>
struct below : Adaptor {
  template <class T>
  static constexpr auto& of(T const& adaptor)
    requires requires { adaptor.*(&below::c); }
  {
    return adaptor.*(&below::c);
  }
};

// std::stack, std::queue, std::priority_queue.
template <class T>
concept adaptor_like = requires(T& adaptor) {
  typename T::container_type;
  adaptor.pop();
} && !std::is_final_v<T> && requires(T const& adaptor) {
  below<T>::of(adaptor);
};

// std::mdspan.
template <class T>
concept many_way_like = requires(T const& span) {
  typename T::extents_type;
  span.extent(T::rank() - T::rank());
  span.mapping();
  span.accessor().access(span.data_handle(), 0);
};

// QString, QByteArray and the views of Qt. They are texts where driver/qt.h is
// included, and nowhere ranges of characters.
template <class T>
concept qt_string_like = requires(T const& text) {
  { text.isNull() } -> std::same_as<bool>;
  { text.isEmpty() } -> std::same_as<bool>;
  *text.data();
  text.chopped(1);
};

template <class T>
constexpr shape container_shape() {
  if constexpr (iterable<T>) {
    if constexpr (map_like<T>)
      return shape::map;
    else if constexpr (qt_string_like<T>)
      return shape::none;
    else if constexpr (frame_like<element_type<T>>)
      return shape::stack_trace;
    else if constexpr (may_be_endless<element_type<T>> && is_endless<T>())
      return shape::none;
    else if constexpr (requires { typename T::key_type; })
      return shape::set;
    else
      return shape::range;
  } else if constexpr (pair_like<T> || tuple_like<T> || is_empty_tuple<T>()) {
    return shape::tuple;
  } else if constexpr (adaptor_like<T>) {
    return shape::adaptor;
  } else if constexpr (many_way_like<T>) {
    return shape::many_way;
  } else {
    return shape::none;
  }
}

template <>
struct shape_parts<shape::range> {
  template <class T>
  using list = type_list<element_type<T>>;
};
template <>
struct shape_parts<shape::set> : shape_parts<shape::range> {};

// The key and the value of an entry, which may stand for a bool.
template <class Map>
struct entry_of {
  using reference = typename element<Map>::reference;
  using key = bare<decltype(imagined<reference>().first)>;
  using held = bare<decltype(imagined<reference>().second)>;
  struct value_of_map {
    using value_type = typename Map::mapped_type;
  };
  using value = typename value_behind<held, value_of_map>::type;
};

template <>
struct shape_parts<shape::map> {
  template <class T>
  using list =
      type_list<typename entry_of<T>::key, typename entry_of<T>::value>;
};

template <class... Args>
constexpr type_list<bare<Args>...> bare_list(type_list<Args...>) {
  return {};
}

template <class T>
struct parts_of_tuple {
  using list = decltype(bare_list(typename arguments_of<T>::list()));
};
template <pair_like T>
struct parts_of_tuple<T> {
  using list = type_list<bare<decltype(T::first)>, bare<decltype(T::second)>>;
};

template <>
struct shape_parts<shape::tuple> {
  template <class T>
  using list = typename parts_of_tuple<T>::list;
};

template <>
struct shape_parts<shape::adaptor> {
  template <class T>
  using list = type_list<bare<decltype(below<T>::of(imagined<T>()))>>;
};

template <class T>
struct parts_of_many_way {
  using list = type_list<bare<decltype(imagined<T>().accessor().access(
      imagined<T>().data_handle(), 0))>>;
};

template <>
struct shape_parts<shape::many_way> {
  template <class T>
  using list = typename parts_of_many_way<T>::list;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
