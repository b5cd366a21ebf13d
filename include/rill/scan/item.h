// rill/scan/item.h: what can be read, and what it is called in an error.
//
// Floor 5. Tests: test/scan/.
#ifndef RILL_SCAN_ITEM_H
#define RILL_SCAN_ITEM_H

#include <concepts>  // std::same_as

#include "../base/bare.h"
#include "../number/floating.h"
#include "../stream/lines.h"
#include "failure.h"

namespace rill::inline RILL_BUILD::detail {

/// How a T is read: `static outcome read(reader&, T&, text& expected)`.
/// White space before the item is passed first. On failure the target is as
/// it was, the reader stands at the start of the item, and `expected` says
/// what should have been there.
template <class T>
struct item;

template <class T>
concept has_item = requires(reader& in, T& value, text& expected) {
  { item<T>::read(in, value, expected) } -> std::same_as<outcome>;
};

// What is parsed where it lies, many at a time.
template <class T>
concept number = integer<T> || floating<T>;

constexpr text words_of(char const* words) noexcept {
  return {words, length_of(words)};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
