// rill/shape/range.h: the ranges that a range-for accepts, and their elements.
//
// Layer 2. Includes no header of a container. Tests:
// test/shape/container_test.cpp.
#ifndef RILL_SHAPE_RANGE_H
#define RILL_SHAPE_RANGE_H

#include <type_traits>  // std::is_convertible_v, std::is_copy_constructible_v

#include "../base/iteration.h"
#include "../base/text.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

// True for every range that a range-for accepts through a reference to const:
// a range whose begin() is not const must be copied for that.
template <class Range>
concept iterable = iterable_as_it_is<std::remove_reference_t<Range> const> ||
                   (iterable_as_it_is<std::remove_reference_t<Range>> &&
                    std::is_copy_constructible_v<
                        std::remove_cv_t<std::remove_reference_t<Range>>>);

// Range const if it can be iterated as const: iterating a non-const implicitly
// shared container, such as a QList, would copy it. Some views can be iterated
// only when they are not const.
template <class Range>
using as_iterated =
    std::conditional_t<iterable_as_it_is<Range const>, Range const, Range>;

// Returns the range itself if it can be iterated as const, else a copy: the
// object may be const, and another thread may print it too. The copy of a view
// costs little; the copy of a container with such a begin() costs all of it.
template <class Range>
constexpr decltype(auto) to_iterate(Range const& range) {
  if constexpr (iterable_as_it_is<Range const>)
    return (range);
  else
    return Range(range);
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
