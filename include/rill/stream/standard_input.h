// rill/stream/standard_input.h: what happens before C's stdin is asked for
// more, and what becomes at the end of bytes that were read ahead.
//
// Floor 4. Throws nothing, and allocates only the buffer that a user asks
// for or that a shared library needs. Tests: test/system/standard_test.py.
#ifndef RILL_STREAM_STANDARD_INPUT_H
#define RILL_STREAM_STANDARD_INPUT_H

#include "file_position.h"
#include "standard_output.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

// Room for stdin's bytes when nobody has given it a buffer.
RILL_STATE inline char standard_input_buffer[standard_buffer_size];
RILL_STATE inline stream_memory memory_of_input{standard_input_buffer,
                                                sizeof standard_input_buffer};

// What stdin was when it was first read; null before.
RILL_STATE inline FILE* first_standard_input = nullptr;

// Tells stdin what the reader that is at work has taken; null where there is
// none. The one who changes it has the lock.
RILL_STATE inline void (*finish_reading)() = nullptr;

// Asked before every system call, because stdin may be opened anew; where
// each byte is a refill, once.
bool is_person_at_input();

// Leaves the file where the next byte is that nobody has taken, as fclose
// would; exit does so by itself in some libraries, quick_exit in none. Not
// in a child, whose parent has read the same bytes and goes on in the file
// itself: there the library is kept from it, too. A thread that is waiting
// for input has the lock, and nothing in the buffer.
[[gnu::cold]] void return_standard_input();

// The buffer that the user wants, otherwise a large one, but for a person.
[[gnu::cold]] void buffer_standard_input(bool is_person);

// Before stdin is asked for more: its buffer on first use, and what stdout
// holds, so that a prompt is seen by the person who is to answer it.
[[gnu::cold]] void prepare_standard_input();

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "standard_input_body.h"
#endif

#endif
