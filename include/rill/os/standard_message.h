// rill/os/standard_message.h: one line to standard error.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/system/.
#ifndef RILL_OS_STANDARD_MESSAGE_H
#define RILL_OS_STANDARD_MESSAGE_H

#include "../base/error_code.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

// The name of the program as it is shown, without its end where that is long:
// whoever starts a program chooses it. Returns the end of what was written.
[[gnu::cold]] char* put_program_name(char* out, char* end);

/// Writes `program: thing: reason` and a newline to descriptor 2, in one
/// call; at most 512 bytes of it, of them 200 for the program's name.
[[gnu::cold]] void write_message(char const* thing, error_code error);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "standard_message_body.h"
#endif

#endif
