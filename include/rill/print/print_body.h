// rill/print/print_body.h: the bodies of print.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_PRINT_BODY_H
#define RILL_PRINT_PRINT_BODY_H

#include "print.h"

namespace rill::inline RILL_BUILD {
namespace detail {
#if RILL_HOSTED

RILL_CORE void flush_standard_streams() {
  standard_errors const kept = drain_standard_streams();
  if (kept.output) raise(error(kept.output, "write", "standard output"));
  if (kept.error) raise(error(kept.error, "write", "standard error"));
}

#endif
}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
