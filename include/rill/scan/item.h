// rill/scan/item.h: what can be read, and what it is called in an error.
//
// Floor 5. Tests: test/scan/.
#ifndef RILL_SCAN_ITEM_H
#define RILL_SCAN_ITEM_H

#include <concepts>  // std::same_as

#include "../base/bare.h"
#include "../memory/shortage.h"
#include "../number/floating.h"
#include "../stream/lines.h"
#include "failure.h"

namespace rill::inline RILL_BUILD::detail {

// Where an item begins. The reader can go back there as long as the device
// was not asked for more: then the bytes are where they were.
class item_start {
 public:
  explicit item_start(reader& in) noexcept
      : in_(in), at_(in.cursor()), requests_(in.requests_) {}

  RILL_SELDOM_RUN void go_back() const noexcept {
    if (in_.requests_ == requests_) in_.advance_to(at_);
  }

 private:
  reader& in_;
  char const* at_;
  unsigned requests_;
};

// Returns read(), which reads something that has parts: where there is no
// memory for one of them, those before it are given back, if they can be.
template <class Read>
RILL_ALWAYS_INLINE auto read_or_go_back(reader& in, Read read) {
  item_start const start(in);
  return undo_on_shortage(read, [&] { start.go_back(); });
}

/// How a T is read: `static outcome read(reader&, T&, text& expected)`.
/// White space before the item is passed first. On failure the target is as
/// it was, the reader stands at the start of the item, and `expected` says
/// what should have been there. A std::bad_alloc leaves both the same way: a
/// target is set before the reader is moved on.
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
