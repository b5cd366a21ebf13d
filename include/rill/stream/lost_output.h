// rill/stream/lost_output.h: errors of output that no call can report.
//
// Layer 4. The handler here is called when a destructor, or the end of the
// program, cannot write what is left in a buffer. The default handler writes
// one line to standard error, and the program ends with status 1 even when main
// returned 0; dlclose of a library that lost output does not end it. Tests:
// test/system/files_test.py, test/system/library_test.py.
#ifndef RILL_STREAM_LOST_OUTPUT_H
#define RILL_STREAM_LOST_OUTPUT_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD {

/// Called with the error of a destructor. Must not throw.
using lost_output_handler = void (*)(error const&) noexcept;

namespace detail {

// Threads may load and change these two at the same time.
RILL_STATE inline bool output_was_lost = false;

[[noreturn]] void end_quickly_with_lost_output(void*);

void report_lost_output(error const& reason) noexcept;

RILL_STATE inline lost_output_handler lost_output_handler_in_force =
    report_lost_output;

// Calls the handler.
inline void on_lost_output(error const& reason) noexcept {
  __atomic_load_n(&lost_output_handler_in_force, __ATOMIC_ACQUIRE)(reason);
}

#if RILL_EXCEPTIONS
// Returns the exception in flight as a rill::error. An exception of another
// type becomes an error with its what(). Cold: called only after an exception.
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

// Runs a call of a sink. Stores an exception as the error of later calls, as
// thrown_error() makes it, and rethrows it.
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

// Runs the last write of a destructor, to `path`. Passes an exception to the
// handler and returns false.
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

}  // namespace detail

// Runs after the last destructor of a static object, and after end_of_program,
// a [[gnu::destructor]] without a priority, which flushes standard output.
#if RILL_PROCESS_HOOKS
namespace RILL_OF_THIS_MODULE detail {
[[gnu::destructor(101)]] void end_with_lost_output();
}  // namespace RILL_OF_THIS_MODULE detail
#endif

/// Replaces the handler and returns the previous one. Null restores the
/// default. Threads may call it at the same time, and while others print: an
/// error that is being reported then goes to either handler.
lost_output_handler set_lost_output_handler(
    lost_output_handler handler) noexcept;

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "lost_output_body.h"
#endif

#endif
