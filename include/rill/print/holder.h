// rill/print/holder.h: optionals, variants, expected values and references.
//
// Floor 5. No allocation. Smart pointers are in print/debug.h, as other
// pointers are. Tests: test/print/holder_test.cpp.
#ifndef RILL_PRINT_HOLDER_H
#define RILL_PRINT_HOLDER_H

#include "../shape/holder.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <>
struct shown<shape::optional> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    if (value.has_value())
      to.item(*value);
    else
      to.word("none");
  }
};

template <>
struct shown<shape::expected> {
  template <class Layout, class T>
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
struct shown<shape::variant> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    if (value.valueless_by_exception())
      to.word("valueless");
    else
      walk_held(to, value, counted(parts<T>()));
  }

 private:
  template <class... Args>
  static constexpr numbers_up_to<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <class Layout, class T, int... Numbers>
  static constexpr void walk_held(Layout& to, T const& value,
                                  numbers<Numbers...>) {
    auto const index = static_cast<std::size_t>(value.index());
    (void)((index == std::size_t{Numbers}
                ? (to.item(*get_if<static_cast<std::size_t>(Numbers)>(&value)),
                   true)
                : false) ||
           ...);
  }
};

// At the top it is what it refers to: a text without quotes. In debug form,
// print/debug.h looks through it.
template <>
struct shown<shape::reference> {
  template <class T>
  static constexpr void put(writer& out, T const& value) {
    detail::put(out, value.get());
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
