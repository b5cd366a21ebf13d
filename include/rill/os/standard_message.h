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

// What rill itself finds wrong with an output, in words.
constexpr char const* output_problem_text(library_problem problem) noexcept {
  return problem == library_problem::lent
             ? "its buffer is lent to another writer or reader"
             : "the device accepted no bytes";
}

/// Writes `program: thing: reason` and a newline to descriptor 2, in one
/// call; at most 512 bytes of it, of them 200 for the program's name.
[[gnu::cold]] void write_message(char const* thing, error_code error);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "standard_message_body.h"
#endif

#endif
