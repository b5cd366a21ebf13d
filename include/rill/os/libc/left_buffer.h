// rill/os/libc/left_buffer.h: a FILE keeps the buffer that setvbuf gave it.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/c_file_test.cpp.
#ifndef RILL_OS_LIBC_LEFT_BUFFER_H
#define RILL_OS_LIBC_LEFT_BUFFER_H

#include "../runtime.h"
#include "libc.h"

namespace rill::inline RILL_BUILD::libc {

/// Leaves memory of os::take_memory, which setvbuf gave to the stream, to the
/// stream for good. glibc frees a buffer with the stream unless the flag says
/// that it is the caller's (0x0001; before 2.24 it unmapped it). Elsewhere the
/// memory stays taken until the program ends.
inline void leave_buffer([[maybe_unused]] FILE* stream,
                         [[maybe_unused]] char* data) {
#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
#if __GLIBC_PREREQ(2, 24)
  if (stream->_IO_buf_base == data)
    stream->_flags &= ~0x0001;
  else
    os::give_memory(data);  // somebody has given it another one since
#endif
#endif
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
