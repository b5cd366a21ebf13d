// rill/print/elements.h: the elements of a range, into a layout.
//
// Floor 5. No allocation. Tests: test/print/container_test.cpp,
// test/print/join_test.cpp.
#ifndef RILL_PRINT_ELEMENTS_H
#define RILL_PRINT_ELEMENTS_H

#include "../shape/range.h"
#include "number_run.h"

namespace rill::inline RILL_BUILD::detail {

// An element as what it stands for: those of std::vector<bool> are objects of
// a class.
template <class Value, class Element>
constexpr decltype(auto) as_value(Element const& element) {
  if constexpr (std::is_same_v<Value, Element> || prints_itself<Element>)
    return (element);
  else
    return static_cast<Value>(element);
}

// Numbers that are not in a row go by runs of one: who has data() and another
// order of its elements is rare, and a loop of its own for it would be half of
// what a vector costs.
template <class Layout, class T>
constexpr void show_elements(Layout& to, T const& value) {
  using number = element_type<T>;
  if constexpr (holds_numbers<T> &&
                requires(number_run<number> run) { to.items(run); }) {
    number_run<number> run{};
    if (find_numbers(value, run)) return to.items(run);
    for (auto&& element : to_iterate(value)) {
      number const one = element;
      to.items(number_run<number>{&one, &one + 1});
    }
  } else {
    for (auto&& element : to_iterate(value))
      to.item(as_value<element_type<T>>(element));
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
