// rill/shape/range.h: the ranges that a range-for accepts, and their elements.
//
// Layer 2. Includes no header of a container. Tests:
// test/shape/container_test.cpp.
#ifndef RILL_SHAPE_RANGE_H
#define RILL_SHAPE_RANGE_H

#include <type_traits>  // std::is_bounded_array_v, std::is_convertible_v

#include "../base/text.h"
#include "../base/run.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

// An iterator that can be compared with its sentinel, incremented and
// dereferenced.
template <class Iterator, class End>
concept goes_to = requires(Iterator& at, End& end) {
  at != end;
  ++at;
  requires !std::is_void_v<decltype(*at)>;
};

template <class Range>
concept iterable_as_it_is = requires(Range& range) {
  requires goes_to<decltype(range.begin()), decltype(range.end())>;
} || std::is_bounded_array_v<Range> || requires(Range& range) {
  requires goes_to<decltype(begin(range)), decltype(end(range))>;
};

// True for every range that a range-for accepts.
template <class Range>
concept iterable = iterable_as_it_is<std::remove_reference_t<Range> const> ||
                   iterable_as_it_is<std::remove_reference_t<Range>>;

// Range const if it can be iterated as const: iterating a non-const implicitly
// shared container, such as a QList, would copy it. Some views can be iterated
// only when they are not const.
template <class Range>
using as_iterated =
    std::conditional_t<iterable_as_it_is<Range const>, Range const, Range>;

template <class Range>
constexpr auto& to_iterate(Range const& range) noexcept {
  return const_cast<as_iterated<Range>&>(range);
}

// The begin iterator of a range.
template <class Range>
constexpr auto iterator_of(Range& range) {
  if constexpr (std::is_bounded_array_v<Range>)
    return &range[0];
  else if constexpr (requires { range.begin(); })
    return range.begin();
  else
    return begin(range);
}

// The end iterator or sentinel of a range.
template <class Range>
constexpr auto end_of(Range& range) {
  if constexpr (std::is_bounded_array_v<Range>)
    return &range[0] + std::extent_v<Range>;
  else if constexpr (requires { range.end(); })
    return range.end();
  else
    return end(range);
}

// The type that an element stands for: bool for the proxy references of
// std::vector<bool>.
template <class Element, class Iterator>
struct value_behind {
  using type = Element;
};
template <class Element, class Iterator>
  requires(std::is_class_v<Element> &&
           !std::is_class_v<typename Iterator::value_type> &&
           std::is_convertible_v<Element, typename Iterator::value_type>)
struct value_behind<Element, Iterator> {
  using type = typename Iterator::value_type;
};

template <class Range>
struct element {
  using iterator = decltype(iterator_of(declval<as_iterated<Range>&>()));
  using reference = decltype(*declval<iterator&>());
  using type = typename value_behind<remove_cvref<reference>, iterator>::type;
};

/// The type of the elements of a range.
template <class Range>
using element_type = typename element<Range>::type;

// The element type as a type_list.
template <class Range>
constexpr auto element_of(Range&) {
  return type_list<element_type<std::remove_const_t<Range>>>();
}

// Ranges whose elements have a key and a value. The maps of some other
// libraries iterate over the values alone and are not map_like.
template <class Range>
concept map_like = requires { typename Range::mapped_type; } &&
                   requires(typename element<Range>::reference entry) {
                     entry.first;
                     entry.second;
                   };

}  // namespace rill::inline RILL_BUILD::detail

#endif
