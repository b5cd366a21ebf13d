// rill/scan/item_list_body.h: the bodies of item_list.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_ITEM_LIST_BODY_H
#define RILL_SCAN_ITEM_LIST_BODY_H

#include "item_list.h"

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::noinline]] RILL_CORE char const* read_literal_carefully(
    reader& in, char const* at, char const* literal, progress& p) {
  text const whole{literal, length_of(literal)};
  in.advance_to(at);
  p.how = match_literal(in, whole, p.expected);
  if (p.how != scan_ok) {
    p.literal = text_of_literal<char>;
    return nullptr;
  }
  if (p.expected.size == 0) --p.done;  // white space alone is no item
  return in.cursor();
}

[[gnu::noinline]] RILL_CORE char const* read_literal(reader& in, char const* at,
                                                     char const* literal,
                                                     progress& p,
                                                     std::size_t size) {
  char const* const behind = match_same(at, in.end(), literal, size);
  if (RILL_LIKELY(behind != nullptr)) return behind;
  return read_literal_carefully(in, at, literal, p);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
