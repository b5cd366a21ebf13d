// rill/os/libc.h: the chooser of a C library, the contract of its file, and
// wide streams.
//
// Layer 3. Tests: test/os/libc_test.cpp, test/stream/c_wide_test.cpp,
// test/cstdio/c_file_test.cpp.
#ifndef RILL_OS_LIBC_H
#define RILL_OS_LIBC_H

#include <stdio.h>  // defines __GLIBC__ where that is the library
#include <wchar.h>  // fwide, fputws, fputwc, fgetwc, ungetwc

#include "../base/config.h"
#include "../unicode/wide_units.h"
#include "output.h"
#include "runtime.h"

// The only chooser of a C library's file, and the contract that each of them
// keeps.
//
// Allocates nothing, throws nothing. docs/c-libraries.md has the reasons for
// each choice. for the contract, test/stream/c_stream_*_test.cpp for what is
// made of it.
//
// Who calls holds the stream's lock (lock, unlock), or knows that the program
// has one thread. Everything takes a stream in any state: never used, at its
// end, failed, for reading or writing alone, unbuffered, with bytes pushed
// back, wide, into memory, of a program's own functions. What a state does not
// allow is an empty area or an error, never a byte outside the buffer.
//
// lock, unlock the stream's own lock, the one of flockfile; lock gives what
// unlock must be given held the same, for code between the two that starts no
// thread is_single_threaded may always say no has_put_area false: writable is
// empty for every stream writable room for bytes that the library will find
// there as if putc had put them; empty unless it is now the turn of writing;
// cursor <= end always writable_or_passed the same, but where there is no room
// the cursor may be beyond the end put_up_to [writable's cursor, cursor) are
// such bytes readable unread bytes, as getc would give them; may be empty
// knows_begin false: begin is the cursor, what was taken is not known
// taken_up_to a cursor of readable; the next getc gives that byte refill asks
// the system when readable is empty; true: it is not empty any more; false:
// the end, or ferror refill_is_a_call false: each byte is a refill end_offset
// the place in the file of readable's end give_back a byte that was taken
// before the last refill; the last first; may forget it where the library has
// no room only_collects true: write_through of these bytes cannot reach the
// system; may always say no where there is a put area write_through the
// library's fwrite, and the error flush_through the library's fflush, and the
// error can_drain drain may be called wake opens the put area of a stream that
// can be drained and has nothing pending; does nothing without put areas drain
// pending bytes reach the system, then the given ones do or are pending; a
// full pipe is waited for; the error is the first drain_within as drain
// without bytes given, but the error is would_wait when the system takes no
// bytes for the given milliseconds has_pending may always say yes has_failed
// as ferror forget_pending so that nobody writes them; may do nothing
// hide_room writable is empty until the library has written is_fresh nobody
// has used the stream or chosen its buffering; is_unused the same, whatever
// its buffering is; both may say no is_eager each piece or line goes out at
// once is_buffered bytes can collect in the stream handle_of what the system
// calls the file; -1 or null: nothing

#if RILL_PORTABLE_LIBC
#include "libc/portable.h"
#elif defined(__GLIBC__) && !defined(__UCLIBC__)
#include "libc/glibc.h"
#elif defined(__linux__) && !defined(__UCLIBC__) && !defined(__BIONIC__)
// musl has no name of its own in the preprocessor.
#include "libc/musl.h"
#elif defined(__MSVCRT__) && !defined(_UCRT)
#include "libc/msvcrt.h"
#elif RILL_DIRECT_LIBC && (defined(__APPLE__) || defined(__FreeBSD__) || \
                           defined(__NetBSD__) || defined(__NEWLIB__))
#include "libc/bsd.h"
#else
#include "libc/portable.h"
#endif

namespace rill::inline RILL_BUILD::libc {

/// Every pending byte goes to the system. The caller holds the lock.
[[gnu::cold, gnu::noinline]] inline error_code write_pending(FILE* stream) {
  return can_drain(stream) ? drain(stream, nullptr, 0).error
                           : flush_through(stream);
}

/// The same, and does not wait longer than `patience` milliseconds for room:
/// then the error is os::would_wait, and the bytes stay pending.
RILL_COLD inline error_code write_pending_within(FILE* stream, int patience) {
  if (!has_pending(stream)) return {};
  if (!has_put_area || can_drain(stream)) return drain_within(stream, patience);
  if (!os::takes_bytes(handle_of(stream), patience)) return os::would_wait;
  return flush_through(stream);
}

// For a stream whose lock this thread has.
[[gnu::cold]] void give_lock_back(void* stream);

/// If the thread is cancelled before not_cancelled(action), the lock that
/// `lock` took is released, as printf does. A destructor is not used: it would
/// link the exception runtime into each program. Only for calls that do not
/// throw: a stream without a descriptor calls functions of the program, so its
/// lock is not released. Requires: the caller has called lock(stream).
[[gnu::cold]] void unlock_if_cancelled(os::cancel_action& action, FILE* stream);

// A FILE that was made wide (fwide, wprintf), which takes and gives wchar_t
// and no bytes.
//
// Allocates nothing, throws nothing.

/// Asks; a stream that nobody has used stays what it is.
bool is_wide(FILE* stream);

// The functions that take no lock, where there are some: the caller has it.
#if defined(__GLIBC__)
inline int put_wide(wchar_t const* units, FILE* stream) {
  return ::fputws_unlocked(units, stream);
}
inline wint_t put_wide(wchar_t unit, FILE* stream) {
  return ::fputwc_unlocked(unit, stream);
}
inline wint_t get_wide(FILE* stream) { return ::fgetwc_unlocked(stream); }
#else
inline int put_wide(wchar_t const* units, FILE* stream) {
  return ::fputws(units, stream);
}
inline wint_t put_wide(wchar_t unit, FILE* stream) {
  return ::fputwc(unit, stream);
}
inline wint_t get_wide(FILE* stream) { return ::fgetwc(stream); }
#endif

/// Writes text that ends with a 0.
RILL_ALWAYS_INLINE error_code put_wide_text(FILE* stream,
                                            wchar_t const* units) {
  os::clear_c_error();
  return put_wide(units, stream) < 0 ? os::c_error(errno ? errno : EIO)
                                     : error_code{};
}

/// Writes a code point: a pair of surrogates where wchar_t has 16 bits.
RILL_ALWAYS_INLINE error_code put_code_point(FILE* stream, char32_t c) {
  wchar_t units[2];
  wchar_t* const end = rill::detail::write_wide(units, c);
  for (wchar_t* at = units; at != end; ++at) {
    os::clear_c_error();
    if (put_wide(*at, stream) == WEOF) return os::c_error(errno ? errno : EIO);
  }
  return {};
}

/// The next unit, or WEOF; a signal is no end.
wint_t read_wide_unit(FILE* stream);

void give_back_wide(FILE* stream, wchar_t unit);

// A FILE keeps the buffer that setvbuf gave it.
//
// Allocates nothing, throws nothing.

/// Leaves memory of os::take_memory, which setvbuf gave to the stream, to the
/// stream for good. glibc frees a buffer with the stream unless the flag says
/// that it is the caller's (0x0001; before 2.24 it unmapped it). Elsewhere the
/// memory stays taken until the program ends.
inline void leak_buffer([[maybe_unused]] FILE* stream,
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

#if RILL_BODIES
#include "libc_body.h"
#endif

#endif
