// rill/scan/lines_body.h: the bodies of lines.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_LINES_BODY_H
#define RILL_SCAN_LINES_BODY_H

#include "lines.h"
#include "../stream/read_failure.h"

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_read_error(reader const& in) {
  raise(read_failure(in));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
