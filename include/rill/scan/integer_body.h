// rill/scan/integer_body.h: the bodies of integer.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_INTEGER_BODY_H
#define RILL_SCAN_INTEGER_BODY_H

#include "integer.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE text whole_integer(reader& in, int base) {
  std::size_t size = 0;
  for (;;) {
    char const* at = in.cursor() + size;
    if (size == 0 && at != in.end() && *at == '-') ++at;
    while (at != in.end() && is_digit_in(*at, base)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end() || !in.more()) return {in.cursor(), size};
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
