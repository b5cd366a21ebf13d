// rill/os/libc/glibc.h: the buffer of a FILE in the GNU C library.
//
// Layer 3. Allocates nothing, throws nothing. Room to write is the range that
// glibc's own inline putc_unlocked uses, [_IO_write_ptr, _IO_write_end), and
// never extends to _IO_buf_end: unused, unbuffered, read-only and terminal
// streams then have no room and take the slow path without a check. glibc's
// fflush loses bytes on EAGAIN and on ENOSPC, so a loop of our own writes the
// bytes when the stream's state allows it (can_drain);
// docs/decisions/0012-streams-of-others.md has the rules. Tests:
// test/cstdio/c_stream_writer_test.cpp, test/system/.
#ifndef RILL_OS_LIBC_GLIBC_H
#define RILL_OS_LIBC_GLIBC_H

#include <stdio.h>   // FILE, fwrite_unlocked
#include <string.h>  // memmove
#if __GLIBC_PREREQ(2, 32)
#include <sys/single_threaded.h>  // __libc_single_threaded
#endif

#include "../c_stream.h"
#include "../posix/call.h"
#include "../posix/output.h"

namespace rill::inline RILL_BUILD::libc {

// _flags of a FILE (bits/types/struct_FILE.h names the fields; the values are
// part of the binary interface since glibc 2.0).
inline constexpr int flag_unbuffered = 0x0002;
inline constexpr int flag_no_reads = 0x0004;
inline constexpr int flag_no_writes = 0x0008;
inline constexpr int flag_in_backup = 0x0100;
inline constexpr int flag_line_buffered = 0x0200;
inline constexpr int flag_putting = 0x0800;
inline constexpr int flag_appending = 0x1000;

/// Returns true while the program has one thread, and needs no locks.
inline bool is_single_threaded() {
#if __GLIBC_PREREQ(2, 32)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

/// Returns what lock would return, without locking: null if the program has one
/// thread, otherwise the stream. Requires that the code which then runs without
/// the lock starts no thread. So never null for a stream without a descriptor:
/// its bytes go to functions of the program (fopencookie).
inline FILE* held(FILE* stream) {
  return is_single_threaded() && stream->_fileno >= 0 ? nullptr : stream;
}
inline FILE* lock(FILE* stream) {
  if (is_single_threaded() && stream->_fileno >= 0) return nullptr;
  ::flockfile(stream);
  os::tell_taken(stream);
  return stream;
}

inline void unlock(FILE* locked) {
  if (!locked) return;
  os::tell_given(locked);
  ::funlockfile(locked);
}

/// A buffer to write into without calling the library.
struct put_area {
  char* cursor;
  char* end;
};

inline constexpr bool has_put_area = true;

// A wide-oriented stream (_mode > 0) loses narrow bytes. While a line-buffered
// stream holds an incomplete line, _IO_write_ptr is past _IO_write_end.
inline put_area writable(FILE* stream) {
  char* const cursor = stream->_IO_write_ptr;
  char* const end = stream->_IO_write_end;
  if (stream->_mode > 0) return {nullptr, nullptr};
  return {cursor, end < cursor ? cursor : end};
}

// As writable, but does not move an end before the cursor. That saves two
// instructions per print.
inline put_area writable_or_passed(FILE* stream) {
  if (RILL_UNLIKELY(stream->_mode > 0)) return {nullptr, nullptr};
  return {stream->_IO_write_ptr, stream->_IO_write_end};
}

/// Marks the bytes up to `cursor` as written to the put area.
inline void put_up_to(FILE* stream, char* cursor) {
  stream->_IO_write_ptr = cursor;
}

/// A buffer to read from without calling the library. `begin` is the start of
/// the bytes that are still in memory.
struct get_area {
  char const* begin;
  char const* cursor;
  char const* end;
};

/// The state of a reader between refill and taken_up_to. Empty: glibc's own
/// buffer keeps the bytes.
struct get_state {};

inline constexpr bool knows_begin = true;

inline get_area readable(FILE* stream, get_state&) {
  if (stream->_mode > 0) return {nullptr, nullptr, nullptr};
  return {stream->_IO_read_base, stream->_IO_read_ptr, stream->_IO_read_end};
}

/// Marks the bytes up to `cursor` as read.
inline void taken_up_to(FILE* stream, get_state&, char const* cursor) {
  stream->_IO_read_ptr = const_cast<char*>(cursor);
}

/// Returns true while the get area is the separate memory in which glibc stores
/// bytes from ungetc. The memory before its cursor has no bytes of the stream.
bool shows_given_back(FILE* stream);

/// Returns the bytes in the stream's buffer that were read before the get area
/// begins. When ungetc stores a byte in separate memory, it moves that begin up
/// to the cursor.
text cut_off(FILE* stream);

/// Returns the file offset of the get area's end. That is the handle's offset,
/// unless the area contains the bytes from ungetc: then less the unread bytes
/// of the stream's buffer.
long long end_offset(FILE* stream, long long handle_offset);

/// True if refill reads a buffer rather than one byte.
inline constexpr bool refill_is_a_call = true;

/// Fills an empty get area; returns false at the end or on an error. Retries
/// after signals, and waits for an empty non-blocking pipe.
bool refill(FILE* stream, get_state&);

/// Pushes back bytes that were taken before the last refill, the last one
/// first.
void give_back(FILE* stream, char byte);

// Returns true if the descriptor can be written without the library: for a
// write-only stream without an unfinished operation.
bool can_drain(FILE* stream);

// Advances the file offset that the library caches.
void moved_on(FILE* stream, std::size_t count);

// The error when the library wrote nothing: wide-oriented streams and full
// memory streams set no errno. Requires that errno was 0 before the call.
error_code reason_of_refusal();

/// Opens the put area of a buffered stream without writing a byte. (fwrite may
/// write its first byte directly, depending on the size of the buffer.)
/// Requires can_drain(stream) and nothing pending.
RILL_ALWAYS_INLINE error_code wake(FILE* stream) {
  errno = 0;
  return ::__overflow(stream, EOF) != EOF ? error_code{} : reason_of_refusal();
}

// Pending bytes while they are written to the system.
struct pending_bytes {
  FILE* stream;
  os::transfer written;

  // Removes the written bytes, also if the thread is cancelled during the
  // write.
  RILL_COLD static void settle(void* pending) {
    auto const& self = *static_cast<pending_bytes*>(pending);
    FILE* const stream = self.stream;
    char* const base = stream->_IO_write_base;
    char* const from = base + self.written.moved;
    auto const left = static_cast<std::size_t>(stream->_IO_write_ptr - from);
    if (left != 0) ::memmove(base, from, left);
    stream->_IO_write_ptr = base + left;
    moved_on(stream, self.written.moved);
  }
};

/// Writes the pending bytes. Requires can_drain(stream). Bytes that could not
/// be written stay pending. Waits for room at most `patience` milliseconds and
/// then returns os::would_wait; waits without a limit if it is negative.
[[gnu::cold]] error_code drain_within(FILE* stream, int patience);

/// Writes the pending bytes, then `data`. Requires can_drain(stream). Pending
/// bytes that could not be written stay pending. Returns how many bytes of
/// `data` were written, and the error.
[[gnu::cold]] os::transfer drain(FILE* stream, char const* data,
                                 std::size_t size);

/// Always false: bytes that fit the buffer go to the put area without the
/// library.
bool only_collects(FILE*, char const*, std::size_t);

/// Writes through the library, for streams in every other state.
RILL_ALWAYS_INLINE os::transfer write_through(FILE* stream, char const* data,
                                              std::size_t size) {
  errno = 0;
  std::size_t const count = ::fwrite_unlocked(data, 1, size, stream);
  if (count == size) return {count, {}};
  return {count, reason_of_refusal()};
}

error_code flush_through(FILE* stream);

/// Returns true if the stream's error indicator is set, without locking.
bool has_failed(FILE* stream);

/// Discards the pending bytes, after an error was reported.
void forget_pending(FILE* stream);

/// Makes an empty stream unbuffered, so that its buffer stays empty: exit
/// flushes the buffer without a lock, and could write again what a thread is
/// printing.
RILL_ALWAYS_INLINE void hide_room(FILE* stream) {
  if (stream->_IO_write_ptr == stream->_IO_write_base &&
      (stream->_flags & flag_unbuffered) == 0)
    (void)::setvbuf(stream, nullptr, _IONBF, 0);
}

bool has_pending(FILE* stream);

/// Returns true if the stream was neither used nor given a buffering mode.
bool is_fresh(FILE* stream);

/// Returns true if the stream was neither used nor given a buffer, whatever its
/// mode.
bool is_unused(FILE* stream);

/// Returns true if each line, or each piece, is written at once.
bool is_eager(FILE* stream);

/// Returns true if bytes can collect in the stream's own buffer.
bool is_buffered(FILE* stream);

int handle_of(FILE* stream);

}  // namespace rill::inline RILL_BUILD::libc

#if RILL_BODIES
#include "glibc_body.h"
#endif

#endif
