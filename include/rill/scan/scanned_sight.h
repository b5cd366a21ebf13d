// rill/scan/scanned_sight.h: what a file sees of a type that it reads.
//
// Layer 5. No code. Tests: test/scan/scanned_sight_test.cpp,
// test/system/sight_test.py.
#ifndef RILL_SCAN_SCANNED_SIGHT_H
#define RILL_SCAN_SCANNED_SIGHT_H

#include "../base/text.h"
#include "../shape/sight.h"

namespace rill::inline RILL_BUILD::detail {

// Defined in scan/item.h, behind the forms of a hook.
struct scanning;

/// What this file sees of a type that it reads. A function that reads a T has
/// it as a template argument.
template <class T>
inline constexpr sight scan_sight_of = find_sight<scanning, T>();

template <class... Items>
constexpr sight scan_sight_of_call() {
  sight all = 0;
  ((all = all * sight_factor + scan_sight_of<remove_cvref<Items>>), ...);
  return all;
}

/// The sight of a value and of its elements and theirs: a container may be read
/// as its elements, whether or not it has a hook.
template <class T, int Levels = 2>
constexpr sight scan_sight_of_elements() {
  if constexpr (Levels != 0 && requires { typename T::value_type; })
    return scan_sight_of_elements<typename T::value_type, Levels - 1>() *
               sight_factor +
           scan_sight_of<T>;
  else
    return scan_sight_of<T>;
}
template <class... T>
constexpr sight scan_sight_of_values() {
  sight all = 0;
  ((all = all * sight_factor + scan_sight_of_elements<T>()), ...);
  return all;
}

/// The sight of what an iterator refers to.
template <class Iterator>
constexpr sight scan_sight_at() {
  return scan_sight_of<remove_cvref<decltype(*declval<Iterator&>())>>;
}
template <class Range>
constexpr sight scan_sight_in() {
  return scan_sight_at<decltype(iterator_of(
      declval<std::remove_reference_t<Range>&>()))>();
}

/// What stands for an item among the template arguments of a call.
template <class Item, sight S = scan_sight_of<remove_cvref<Item>>>
struct seen_item {
  using type = seen<Item, S>;
};
template <class Item>
struct seen_item<Item, 0> {
  using type = Item;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
