// rill/value/styled.h: values in a style.
//
// Floor 2. Pure, constexpr; print/styled.h writes them. Tests:
// test/print/styled_test.cpp.
#ifndef RILL_VALUE_STYLED_H
#define RILL_VALUE_STYLED_H

#include "several.h"
#include "style.h"

namespace rill::inline RILL_BUILD {

/// A value in a style.
template <class T>
struct styled_value {
  T value;
  style look;
};

/// `styled(value, red | bold)`: prints the value in a style if the sink shows
/// styles, otherwise the value alone. The value may be styled itself: both
/// styles apply. Escape sequences inside a text are not changed.
///
/// Example:
///     rill::println("It is ", rill::styled("late", rill::red | rill::bold));
template <class T>
  requires(!detail::a_style<T>)
constexpr styled_value<T> styled(T&& value, style look) {
  return {static_cast<T&&>(value), look};
}

/// `styled(red, a, b, c)`: several values in one style.
template <class First, class... Rest>
constexpr auto styled(style look, First&& first, Rest&&... rest) {
  using values = detail::several<First, Rest...>;
  return styled_value<values>{
      detail::make_several<First, Rest...>(static_cast<First&&>(first),
                                           static_cast<Rest&&>(rest)...),
      look};
}

}  // namespace rill::inline RILL_BUILD

#endif
