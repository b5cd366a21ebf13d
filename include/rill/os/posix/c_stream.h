// rill/os/posix/c_stream.h: what POSIX adds to the C library's FILE: its
// lock and its descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/c_stream_writer_test.cpp.
#ifndef RILL_OS_POSIX_C_STREAM_H
#define RILL_OS_POSIX_C_STREAM_H

#include <stdio.h>  // FILE, flockfile, fileno

#include "handle.h"

namespace rill::inline RILL_BUILD::os {

void lock_stream(FILE* stream);
/// Takes the lock if no other thread has it.
bool try_lock_stream(FILE* stream);
void unlock_stream(FILE* stream);

/// Milliseconds that the end of the program, and fork, wait for a thread that
/// does not go on.
inline constexpr int longest_wait = 1000;

/// Locks a stream over this descriptor. Returns false, and sets the patience
/// to 0, when another thread holds the lock for `patience` milliseconds; a call
/// that gets the lock sets it back. With `is_writing`, time in which the
/// descriptor takes no bytes does not count: the holder is writing, and the
/// caller would have to wait as well.
[[gnu::cold]] bool lock_stream_soon(FILE* stream, int descriptor, int& patience,
                                    bool is_writing);

native_handle handle_of(FILE* stream);

/// Where the next byte of a file comes from; -1 where that is no question.
long long offset_of_stream(FILE* stream);

/// getc for a caller who holds the lock.
int get_byte(FILE* stream);

/// After get_byte has failed: true for a signal, and for a pipe that was empty
/// and has something now.
bool may_read_again(FILE* stream);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "c_stream_body.h"
#endif

#endif
