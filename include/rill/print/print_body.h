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
  error_code code = drain_standard_streams();
  text const name = code ? "standard output" : "standard error";
  if (!code) code = standard_output.error_error;
  if (code) raise(error(code, "write", name));
}

#endif
}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
