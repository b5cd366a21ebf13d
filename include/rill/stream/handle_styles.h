// rill/stream/handle_styles.h: whether what stands behind a handle takes
// styles, as the user's environment and the terminal have it.
//
// Floor 4. Allocates nothing, throws nothing. Sources: no-color.org for
// NO_COLOR; bixense.com/clicolors for CLICOLOR and CLICOLOR_FORCE;
// force-color.org for FORCE_COLOR. Tests: test/stream/handle_styles_test.cpp,
// test/system/style_test.py.
#ifndef RILL_STREAM_HANDLE_STYLES_H
#define RILL_STREAM_HANDLE_STYLES_H

#include "../os/output.h"
#include "../os/shown_styles.h"
#include "style_question.h"

namespace rill::inline RILL_BUILD::detail {

enum class style_wish : unsigned char { none, on, off };

bool is_wished(char const* variable);

/// What the environment says, the stronger word first: NO_COLOR (set to
/// anything), CLICOLOR_FORCE or FORCE_COLOR (to anything but 0), CLICOLOR=0.
[[gnu::cold]] style_wish environment_wish();

/// The wish to have styles is for standard output and standard error; files
/// that the program opens itself have them where they are terminals.
[[gnu::cold]] style_answer styles_at(os::native_handle handle);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "handle_styles_body.h"
#endif

#endif
