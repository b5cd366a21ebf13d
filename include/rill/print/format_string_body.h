// rill/print/format_string_body.h: the bodies of format_string.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_FORMAT_STRING_BODY_H
#define RILL_PRINT_FORMAT_STRING_BODY_H

#include "../os/error.h"
#include "format_string.h"

namespace rill::inline RILL_BUILD::detail {
#if RILL_ASSERTS && RILL_HOSTED

RILL_STATE inline bool format_string_was_said = false;

// Reports once per program.
[[gnu::cold, gnu::noinline]] RILL_CORE void say_format_string(
    text format) noexcept {
  if (__atomic_exchange_n(&format_string_was_said, true, __ATOMIC_RELAXED))
    return;
  text const parts[] = {"rill: {} and %d are printed as they are: \"", format,
                        "\"\n"};
  for (text const part : parts)
    (void)os::write_all(os::standard_error_handle, part.data, part.size);
}

#endif
}  // namespace rill::inline RILL_BUILD::detail

#endif
