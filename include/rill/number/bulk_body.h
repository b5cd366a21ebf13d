// rill/number/bulk_body.h: the definitions for number/bulk.h.
//
// Layer 2. Compiled in src/rill.cpp when that is linked (docs/compiled.md).
#ifndef RILL_NUMBER_BULK_BODY_H
#define RILL_NUMBER_BULK_BODY_H

#include "bulk.h"
#include "kernel/parse_many.h"

namespace rill::inline RILL_BUILD {

template <integer T>
bulk_result parse_many(char const* first, char const* last, T* out,
                       std::size_t count) noexcept {
  return detail::parse_ints(first, last, out, count);
}

}  // namespace rill::inline RILL_BUILD

#endif
