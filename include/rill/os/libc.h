// rill/os/libc.h: selects the file of the C library, states the contract of
// these files, and handles wide streams.
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

// Includes the file that accesses the FILE of this C library, as no other
// header does, and states the contract of these files.
//
// Allocates nothing, throws nothing. docs/c-libraries.md lists the choices, the
// file of each library has the reasons; test/os/libc_test.cpp tests the
// contract, test/stream/c_stream_*_test.cpp its use.
//
// The caller holds the stream's lock (lock, unlock), or knows that the program
// has one thread. Every function takes a stream in any state: never used, at
// its end, failed, read-only or write-only, unbuffered, with bytes pushed back,
// wide, in memory, or over functions of the program (fopencookie). If the state
// does not allow an operation, the result is an empty area or an error, never a
// byte outside the buffer.
//
// lock, unlock: the stream's own lock, as flockfile. unlock takes the result of
// lock.
// held: the result of lock, without locking. May be null if the program has one
// thread, so only for code that starts no thread.
// is_single_threaded: may always return false.
// has_put_area: if false, writable is empty for every stream.
// writable: room for bytes that count as written by putc once put_up_to is
// called; empty unless the stream is writing. cursor <= end always.
// writable_or_passed: as writable, but without room the cursor may be past the
// end.
// put_up_to: adds the bytes between writable's cursor and the new cursor.
// readable: unread bytes, in the order of getc; may be empty.
// knows_begin: if false, begin is the cursor, and the bytes read before it are
// unknown.
// taken_up_to: sets a cursor within readable; the next getc returns its byte.
// refill: reads from the system when readable is empty. True: readable is not
// empty any more; false: the end, or ferror.
// refill_is_a_call: true if refill reads a buffer, false if it reads one byte.
// end_offset: the file offset of readable's end.
// give_back: pushes back one byte that was taken before the last refill. The
// caller begins with the last byte. May drop it if the library has no room.
// only_collects: true if write_through would only buffer these bytes. May be
// false for all bytes if has_put_area is true, or if can_drain is always false.
// write_through: the library's fwrite; returns its error.
// flush_through: the library's fflush; returns its error.
// can_drain: drain may be called.
// wake: opens the put area of a stream that can be drained and has nothing
// pending; does nothing without put areas.
// drain: writes the pending bytes to the system, then writes the given bytes or
// leaves them pending; waits for a full pipe; returns the first error.
// drain_within: as drain without given bytes, but returns would_wait when the
// system takes no bytes for the given milliseconds.
// has_pending: may always return true.
// has_failed: as ferror.
// forget_pending: discards the pending bytes; may do nothing.
// hide_room: makes writable empty until the library has written.
// is_fresh: no byte was transferred and no buffering was chosen.
// is_unused: as is_fresh, whatever the buffering. Both may return false.
// is_eager: each piece or line is written at once.
// is_buffered: bytes can collect in the stream.
// handle_of: the system's handle of the file; -1 or null without one.

#if RILL_PORTABLE_LIBC
#include "libc/portable.h"
#elif defined(__GLIBC__) && !defined(__UCLIBC__)
#include "libc/glibc.h"
#elif defined(__linux__) && !defined(__UCLIBC__) && !defined(__BIONIC__)
// musl defines no macro that identifies it.
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

/// Writes all pending bytes to the system. Requires that the caller holds the
/// lock.
[[gnu::cold, gnu::noinline]] inline error_code write_pending(FILE* stream) {
  return can_drain(stream) ? drain(stream, nullptr, 0).error
                           : flush_through(stream);
}

/// The same, but waits at most `patience` milliseconds for room: then returns
/// os::would_wait, and the bytes stay pending.
RILL_COLD inline error_code write_pending_within(FILE* stream, int patience) {
  if (!has_pending(stream)) return {};
  if (!has_put_area || can_drain(stream)) return drain_within(stream, patience);
  if (!os::takes_bytes(handle_of(stream), patience)) return os::would_wait;
  return flush_through(stream);
}

// Releases the lock of a stream. Requires that this thread holds it.
[[gnu::cold]] void give_lock_back(void* stream);

/// Releases the stream's lock if the thread is cancelled before
/// not_cancelled(action), as printf does. A destructor would link the exception
/// runtime into each program. Does nothing for a stream without a descriptor:
/// it calls functions of the program, which may throw, and no exception may
/// pass between the two calls. Requires: the caller has called lock(stream).
[[gnu::cold]] void unlock_if_cancelled(os::cancel_action& action, FILE* stream);

// A wide-oriented FILE (fwide, wprintf), which transfers wchar_t and no bytes.
//
// Allocates nothing, throws nothing.

/// Returns true for a wide-oriented stream. Leaves an unoriented one
/// unoriented.
bool is_wide(FILE* stream);

// The functions without locking, where the C library has them: the caller holds
// the lock.
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

/// Returns the next unit, or WEOF; retries when a signal interrupts.
wint_t read_wide_unit(FILE* stream);

void give_back_wide(FILE* stream, wchar_t unit);

// Keeps the buffer that setvbuf gave to a FILE allocated.
//
// Allocates nothing, throws nothing.

/// Leaves a buffer of os::take_memory that setvbuf gave to the stream to the
/// stream. glibc (2.24 or later) frees a buffer with its stream unless the flag
/// 0x0001 marks the buffer as the caller's; this clears the flag. With older
/// glibc, which unmaps buffers, and in other C libraries the buffer leaks.
inline void leak_buffer([[maybe_unused]] FILE* stream,
                        [[maybe_unused]] char* data) {
#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
#if __GLIBC_PREREQ(2, 24)
  if (stream->_IO_buf_base == data)
    stream->_flags &= ~0x0001;
  else
    os::give_memory(data);  // the stream has another buffer by now
#endif
#endif
}

}  // namespace rill::inline RILL_BUILD::libc

#if RILL_BODIES
#include "libc_body.h"
#endif

#endif
