// rill/stream/standard_end.h: what happens to the standard streams when the
// program forks or ends.
//
// Floor 4. Throws nothing, allocates nothing. Other threads may be in the
// middle of a print, in a hook that takes long or stuck in a full pipe: the
// end waits for a lock of theirs only while the other side reads, and fork a
// second at most (docs/threads.md). Tests: test/system/ending_test.py and
// others of test/system/.
#ifndef RILL_STREAM_STANDARD_END_H
#define RILL_STREAM_STANDARD_END_H

#include "standard_state.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

[[gnu::cold]] bool lock_output_at_end();

// Writes what the standard streams hold when the program ends. A thread
// may keep the lock of stdout: then the bytes are written without it, as by the
// C library at its own end.
[[gnu::cold]] error_code drain_at_end();
[[gnu::cold]] void drain_at_terminate();

// From here on each print is written before it returns. Static objects of
// other libraries flush stdout when they go (std::ios_base::Init does), by
// the library's means: what they find there may be lost without a message.
[[gnu::cold]] void write_from_now_on();

// The end of a standard stream: a message, except for a pipe whose reader has
// left, and exit status 1.
[[gnu::cold]] void report_standard_output(error_code error);

// Of a stream whose lock the caller has. What could not be written in time
// stays, and the next stream is not waited for.
[[gnu::cold]] void drain_before_fork(FILE* stream);

// Runs in the parent before fork, so that the child's copy of the buffer is
// empty and what was printed comes before what the child prints. Not waited
// for longer than a second: the child may be the one that is to read.
[[gnu::cold]] void drain_all_before_fork();

// Runs in the child: what other threads printed since then, and what could
// not be written, is the parent's. (To hold the lock of stdout from the one
// to the other could wait for ever for a thread in fflush(nullptr), which
// takes the locks of glibc in another order than fork.)
[[gnu::cold]] void forget_after_fork();

// What others lost while they flushed stdout has no reason any more, only a
// mark.
[[gnu::cold]] error_code final_error();

// What was read ahead of a file goes back to it, for whoever reads on.
RILL_ALWAYS_INLINE void end_standard_input() {
  if (standard_output.return_input) standard_output.return_input();
  if (standard_output.return_native_input)
    standard_output.return_native_input();
}

[[gnu::cold]] void end_quickly(void*);

// The last that happens to the standard streams: of the program, or of the
// shared library that this code is in. Then the program goes on, and handlers
// of atexit and destructors of static objects run after this.
[[gnu::cold]] void end_standard_streams();

// Runs after the destructors of static objects (an atexit handler would run
// before some of them); the C library closes its streams after this. Through a
// pointer, so that a file that includes this and prints nothing has nothing of
// it.
#if RILL_PROCESS_HOOKS
[[gnu::destructor]] void end_of_program();
#endif

// The program ends in the middle, after an error whose message is written.
[[gnu::cold]] void drain_before_exit();

// Once, before a standard stream is first used.
[[gnu::cold]] void register_endings();

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "standard_end_body.h"
#endif

#endif
