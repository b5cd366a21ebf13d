// rill/shape/container.h: ranges, maps, sets, pairs and tuples, by their
// shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/shape_test.cpp.
#ifndef RILL_SHAPE_CONTAINER_H
#define RILL_SHAPE_CONTAINER_H

#include <type_traits>  // std::is_bounded_array_v

#include "../base/bare.h"
#include "../base/text.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

// What a range-for takes.
template <class Range>
concept iterable = std::is_bounded_array_v<bare<Range>> ||
                   requires(std::remove_reference_t<Range>& range) {
                     range.begin();
                     range.end();
                   } || requires(std::remove_reference_t<Range>& range) {
                     begin(range);
                     end(range);
                   };

// The type of the elements.
template <class Range>
constexpr auto element_of(Range& range) {
  if constexpr (std::is_bounded_array_v<Range>)
    return type_list<bare<decltype(range[0])>>();
  else if constexpr (requires { range.begin(); })
    return type_list<bare<decltype(*range.begin())>>();
  else
    return type_list<bare<decltype(*begin(range))>>();
}

// A range that is its own element, as std::filesystem::path: it has no end.
template <class Range>
concept range_of_itself =
    std::is_same_v<decltype(element_of(imagined<Range>())), type_list<Range>>;

template <class T>
concept pair_like = requires(T const& pair) {
  pair.first;
  pair.second;
  typename T::first_type;
  typename T::second_type;
};

// A template of types alone, as std::tuple, and what they are.
template <class T>
struct arguments_of {
  using list = type_list<>;
};
template <template <class...> class Template, class... Args>
struct arguments_of<Template<Args...>> {
  using list = type_list<Args...>;
};

// To ask for the first element of a std::tuple<> is an error.
template <class T>
concept tuple_like =
    !std::is_same_v<typename arguments_of<T>::list, type_list<>> &&
    requires(T const& tuple) { get<0>(tuple); };

template <class T>
constexpr shape container_shape() {
  if constexpr (iterable<T>) {
    if constexpr (range_of_itself<T>)
      return shape::none;
    else if constexpr (requires { typename T::mapped_type; })
      return shape::map;
    else if constexpr (requires { typename T::key_type; })
      return shape::set;
    else
      return shape::range;
  } else if constexpr (pair_like<T> || tuple_like<T>) {
    return shape::tuple;
  } else {
    return shape::none;
  }
}

template <>
struct shape_parts<shape::range> {
  template <class T>
  using list = decltype(element_of(imagined<T>()));
};
template <>
struct shape_parts<shape::map> : shape_parts<shape::range> {};
template <>
struct shape_parts<shape::set> : shape_parts<shape::range> {};
template <>
struct shape_parts<shape::tuple> {
  template <class T>
  using list = typename arguments_of<T>::list;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
