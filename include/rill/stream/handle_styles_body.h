// rill/stream/handle_styles_body.h: the bodies of handle_styles.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_HANDLE_STYLES_BODY_H
#define RILL_STREAM_HANDLE_STYLES_BODY_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "handle_styles.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool is_wished(char const* variable) {
  char const* const value = ::getenv(variable);
  return value && *value && ::strcmp(value, "0") != 0;
}

[[gnu::cold]] RILL_CORE style_wish environment_wish() {
  char const* const none = ::getenv("NO_COLOR");
  if (none && *none) return style_wish::off;
  if (is_wished("CLICOLOR_FORCE") || is_wished("FORCE_COLOR"))
    return style_wish::on;
  char const* const usual = ::getenv("CLICOLOR");
  if (usual && ::strcmp(usual, "0") == 0) return style_wish::off;
  return style_wish::none;
}

[[gnu::cold, gnu::noinline]] RILL_CORE style_answer
styles_at(os::native_handle handle) {
  style_wish const wish = environment_wish();
  if (wish == style_wish::off) return style_answer::no;
  // A console is asked in any case, because the question turns styles on.
  bool const is_shown = os::shows_styles(handle);
  bool const is_standard = handle == os::standard_output_handle ||
                           handle == os::standard_error_handle;
  return is_shown || (wish == style_wish::on && is_standard) ? style_answer::yes
                                                             : style_answer::no;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
