// rill/print/printed_sight.h: what a file sees of a type that it prints.
//
// Layer 5. No code. Tests: test/shape/sight_test.cpp,
// test/system/sight_test.py.
#ifndef RILL_PRINT_PRINTED_SIGHT_H
#define RILL_PRINT_PRINTED_SIGHT_H

#include "../base/config.h"
#include "../shape/sight.h"
#include "../value/padding.h"
#include "hook.h"

namespace rill::inline RILL_BUILD::detail {

template <class T, alignment Place>
struct wrapped<aligned<T, Place>> {
  using list = type_list<T>;
};

struct printing {
  template <class T>
  static constexpr sight hook_sight() {
    if constexpr (user_leaf<T>)
      return 1;
    else if constexpr (template_hook<T>)
      return 2;
    else
      return writer_hook<T> ? 3 : 0;
  }
};

/// What this file sees of a type that it prints. A function that prints a T has
/// it as a template argument, or has a `seen<T, …>` in place of the T.
template <class T>
inline constexpr sight sight_of = find_sight<printing, T>();
template <std::size_t Extent>
inline constexpr sight sight_of<char[Extent]> = 0;

/// The sight of the shape of a T, whether or not it has a hook.
template <class T>
constexpr sight find_shape_sight() {
  if constexpr (may_be_seen<T> && printing::hook_sight<T>() != 0)
    return sight_of_parts<printing, T>(sight_of_line<T>(), parts<T>());
  else
    return sight_of<T>;
}
template <class T>
inline constexpr sight shape_sight_of = find_shape_sight<T>();

template <class... Args>
constexpr sight sight_of_call() {
  sight all = 0;
  ((all = all * sight_factor + sight_of<remove_cvref<Args>>), ...);
  return all;
}

/// True if a verb has to replace one of these arguments.
template <class... Args>
inline constexpr bool any_to_see = ((sight_of<Args> | ... | 0U) != 0);

template <class T>
RILL_ALWAYS_INLINE constexpr decltype(auto) as_seen(T const& value) noexcept {
  if constexpr (sight_of<T> != 0)
    return seen<T, sight_of<T>>{value};
  else
    return (value);
}
/// The type that as_seen makes of a T.
template <class T>
using seen_as = remove_cvref<decltype(as_seen(declval<T const&>()))>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
