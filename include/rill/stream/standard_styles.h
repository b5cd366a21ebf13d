// rill/stream/standard_styles.h: whether C's streams take styles: stdout and
// stderr, each for itself and once, and the others by their handles.
//
// Floor 4. Allocates nothing, throws nothing. Tests:
// test/system/style_test.py, test/print/styled_test.cpp.
#ifndef RILL_STREAM_STANDARD_STYLES_H
#define RILL_STREAM_STANDARD_STYLES_H

#include "../os/c_stream.h"
#include "handle_styles.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Of stdout and of stderr: looked at by several threads, whose answers are
// the same.
RILL_STATE inline style_answer standard_styles[2];

style_answer& styles_memory(FILE* standard);

[[gnu::cold]] style_answer decide_styles(FILE* standard);

// `stream` is stdout or stderr.
style_answer standard_styles_of(FILE* stream);

bool is_standard(FILE* stream);

style_answer styles_of(FILE* stream);

[[gnu::cold]] style_answer settle(style_question const& question);

}  // namespace detail

/// Returns true when styled values that are printed to the stream get their
/// escape sequences. Cost: a look; for streams other than stdout and stderr a
/// question to the system.
bool takes_styles(FILE* stream);

/// Sets when stdout or stderr take styles, from now on and before all that the
/// environment says: what `--color=always` is for. Of other streams of C
/// nothing is kept: returns false, and with_styles(stream, mode) is the way.
bool set_styles(FILE* stream, style_mode mode);

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "standard_styles_body.h"
#endif

#endif
