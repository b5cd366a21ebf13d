// rill/os/posix/last_flush.h: every FILE of the program is flushed, by the
// last thread that runs.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/system/ending_test.py.
#ifndef RILL_OS_POSIX_LAST_FLUSH_H
#define RILL_OS_POSIX_LAST_FLUSH_H

#include <stdio.h>  // FILE, fflush

#include "c_stream.h"

namespace rill::inline RILL_BUILD::os {

#if defined(__GLIBC__)
// The list of all FILEs, by functions of the GNU C library (2.2.5) that its
// headers do not declare; weak, because other libraries with that macro are
// without.
extern "C" FILE* rill_first_stream() noexcept __asm__("_IO_iter_begin")
    __attribute__((weak));
extern "C" FILE* rill_behind_last_stream() noexcept __asm__("_IO_iter_end")
    __attribute__((weak));
extern "C" FILE* rill_stream_after(FILE*) noexcept __asm__("_IO_iter_next")
    __attribute__((weak));
extern "C" FILE* rill_stream_at(FILE*) noexcept __asm__("_IO_iter_file")
    __attribute__((weak));
#endif

/// Flushes every FILE that is being written, for a program that calls _exit
/// next. fflush(nullptr) locks each stream, even one in which another thread
/// waits for input, and would not return. If another thread holds the lock of a
/// stream for a second, the stream is flushed without it, as exit does, which
/// locks none.
void flush_every_stream();

/// True when the pointer is a FILE that is open, where the library can tell.
bool is_open(FILE const* stream);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "last_flush_body.h"
#endif

#endif
