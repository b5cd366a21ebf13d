// rill/os/posix/standard_trace.h: counts the calls on the standard streams for
// a summary at the program's end.
//
// Layer 3. Allocates nothing, throws nothing, takes no lock: signal handlers
// print too. Only with RILL_TRACING=1, and only where the environment has
// RILL_TRACE (docs/tracing.md); includes nothing that includes call.h. Tests:
// test/system/trace_test.py.
#ifndef RILL_OS_POSIX_STANDARD_TRACE_H
#define RILL_OS_POSIX_STANDARD_TRACE_H

#include <sys/types.h>  // ssize_t

#include "../trace.h"

namespace rill::inline RILL_BUILD::os {

#if RILL_TRACING
namespace RILL_OF_THIS_MODULE standard_trace {

// Whether calls are counted. `over`: the summary was written.
enum stage : int { unasked, off, on, over };

RILL_STATE inline int now = unasked;
RILL_STATE inline constinit trace_summary streams[3] = {
    trace_summary("standard input"), trace_summary("standard output"),
    trace_summary("standard error")};

// Reads RILL_TRACE.
[[gnu::cold]] void ask();

/// Returns true if calls on this descriptor are counted.
inline bool is_counted(int handle) {
  if (handle < 0 || handle > 2) return false;
  if (__atomic_load_n(&now, __ATOMIC_RELAXED) == unasked) ask();
  return __atomic_load_n(&now, __ATOMIC_RELAXED) == on;
}

/// Counts a call that returned how many bytes it moved, or -1 with errno.
/// Requires is_counted(handle).
void add(trace_call call, int handle, ssize_t result,
         unsigned long long nanoseconds);

/// Writes the summary to standard error, or appends it to the file that
/// RILL_TRACE names; once, and only if calls were counted.
[[gnu::cold]] void write_once();

// Runs after the unnumbered destructors, which flush the standard streams
// (cstdio/standard_output.h).
[[gnu::destructor(1000)]] void end();

}  // namespace RILL_OF_THIS_MODULE standard_trace
#endif

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "standard_trace_body.h"
#endif

#endif
