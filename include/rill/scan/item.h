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

// What errors call an integer type.
template <integer T>
constexpr text name_of_integer() noexcept {
  constexpr bool is_signed = static_cast<T>(-1) < T{};
  switch (sizeof(T)) {
    case 1:
      return words_of(is_signed ? "a signed 8-bit integer"
                                : "an unsigned 8-bit integer");
    case 2:
      return words_of(is_signed ? "a signed 16-bit integer"
                                : "an unsigned 16-bit integer");
    case 4:
      return words_of(is_signed ? "a signed 32-bit integer"
                                : "an unsigned 32-bit integer");
    case 8:
      return words_of(is_signed ? "a signed 64-bit integer"
                                : "an unsigned 64-bit integer");
    default:
      return words_of(is_signed ? "a signed 128-bit integer"
                                : "an unsigned 128-bit integer");
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
