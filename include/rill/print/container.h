// rill/print/container.h: ranges, maps, sets, pairs and tuples.
//
// Floor 5. No allocation. Tests: test/print/container_test.cpp.
#ifndef RILL_PRINT_CONTAINER_H
#define RILL_PRINT_CONTAINER_H

#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// The value that an element stands for: those of std::vector<bool> are no
// bool, and print as one.
template <class Range, class Layout, class T>
constexpr void show_elements(Layout& to, T const& value) {
  // A view may only be iterable when it is not const.
  for (auto&& element : const_cast<T&>(value)) to.item(element);
}

template <>
struct shown<shape::range> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open({"[", 1});
    show_elements<T>(to, value);
    to.close({"]", 1});
  }
};

template <>
struct shown<shape::set> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open({"{", 1});
    show_elements<T>(to, value);
    to.close({"}", 1});
  }
};

template <>
struct shown<shape::map> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open({"{", 1});
    for (auto&& element : const_cast<T&>(value))
      to.entry(element.first, element.second);
    to.close({"}", 1});
  }
};

template <>
struct shown<shape::tuple> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open({"(", 1});
    if constexpr (pair_like<T>) {
      to.item(value.first);
      to.item(value.second);
    } else {
      items(to, value, counted(parts<T>()));
    }
    to.close({")", 1});
  }

 private:
  template <class... Args>
  static constexpr numbers_up_to<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <class Layout, class T, int... Numbers>
  static constexpr void items(Layout& to, T const& value, numbers<Numbers...>) {
    (to.item(get<static_cast<std::size_t>(Numbers)>(value)), ...);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
