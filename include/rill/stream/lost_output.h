// rill/stream/lost_output.h: output that nobody can be told about any more.
//
// Layer 4. When a destructor, or the end of the program, cannot write what
// is left in a buffer, the handler here is called; by default it writes one
// line to standard error, and the program ends with status 1 even when main
// returned 0. Tests: test/system/files_test.py.
#ifndef RILL_STREAM_LOST_OUTPUT_H
#define RILL_STREAM_LOST_OUTPUT_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD {

/// What is called with the error of a destructor. Must not throw.
using lost_output_handler = void (*)(error const&) noexcept;

namespace detail {

RILL_STATE inline bool output_was_lost = false;

[[noreturn]] void end_quickly_with_lost_output(void*);

void report_lost_output(error const& reason) noexcept;

RILL_STATE inline lost_output_handler on_lost_output = report_lost_output;

#if RILL_EXCEPTIONS
// The error that tells of the exception which is being handled: itself, or
// for one that is no rill::error what() of it. Cold: destructors alone, and
// writers behind which something threw, ask for it.
[[gnu::cold, gnu::noinline]] inline error thrown_error(text path) noexcept {
  try {
    throw;
  } catch (error const& reason) {
    return reason;
  } catch (std::exception const& thrown) {
    char const* const what = thrown.what();
    return {library_problem::threw, "write", path,
            what ? text{what, length_of(what)} : text{}};
  } catch (...) {
  }
  return {library_problem::threw, "write", path};
}
#endif

// Runs a call of a sink. What it throws goes on to the caller, and is the error
// of later calls too: a rill::error as it is, another exception by its words.
template <class Use>
auto keep_thrown([[maybe_unused]] text path, [[maybe_unused]] error_code& code,
                 [[maybe_unused]] error& cause, Use use) {
#if RILL_EXCEPTIONS
  try {
    return use();
  } catch (...) {
    cause = thrown_error(path);
    code = cause.code();
    throw;
  }
#else
  return use();
#endif
}

// The last writing of a destructor, to what `path` names. What it throws goes
// to the handler: then the answer is false.
template <class Write>
bool finish_or_report([[maybe_unused]] text path, Write write) noexcept {
#if RILL_EXCEPTIONS
  try {
    write();
  } catch (...) {
    on_lost_output(thrown_error(path));
    return false;
  }
#else
  write();
#endif
  return true;
}

// Runs after the last destructor of a static object, and after the last word
// on standard output, which has no priority.
#if RILL_PROCESS_HOOKS
[[gnu::destructor(101)]] void end_with_lost_output();
#endif

}  // namespace detail

/// Replaces the handler and returns the one before. Null puts the default
/// back. Not to be called by two threads at once.
lost_output_handler set_lost_output_handler(
    lost_output_handler handler) noexcept;

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "lost_output_body.h"
#endif

#endif
