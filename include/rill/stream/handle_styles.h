// rill/stream/handle_styles.h: whether what stands behind a handle takes
// styles, as the user's environment and the terminal have it.
//
// Floor 4. Allocates nothing, throws nothing. Sources: no-color.org for
// NO_COLOR; bixense.com/clicolors for CLICOLOR and CLICOLOR_FORCE;
// force-color.org for FORCE_COLOR. Tests: test/stream/handle_styles_test.cpp,
// test/system/style_test.py.
#ifndef RILL_STREAM_HANDLE_STYLES_H
#define RILL_STREAM_HANDLE_STYLES_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

#include "../os/output.h"
#include "../os/shown_styles.h"
#include "style_question.h"

namespace rill::inline RILL_BUILD::detail {

enum class style_wish : unsigned char { none, on, off };

inline bool is_wished(char const* variable) {
  char const* const value = ::getenv(variable);
  return value && *value && ::strcmp(value, "0") != 0;
}

/// What the environment says, the stronger word first: NO_COLOR (set to
/// anything), CLICOLOR_FORCE or FORCE_COLOR (to anything but 0), CLICOLOR=0.
[[gnu::cold]] inline style_wish environment_wish() {
  char const* const none = ::getenv("NO_COLOR");
  if (none && *none) return style_wish::off;
  if (is_wished("CLICOLOR_FORCE") || is_wished("FORCE_COLOR"))
    return style_wish::on;
  char const* const usual = ::getenv("CLICOLOR");
  if (usual && ::strcmp(usual, "0") == 0) return style_wish::off;
  return style_wish::none;
}

/// The wish to have styles is for standard output and standard error; files
/// that the program opens itself have them where they are terminals.
[[gnu::cold, gnu::noinline]] inline style_answer styles_at(
    os::native_handle handle) {
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
