// rill/os/libc/glibc.h: the buffer of a FILE, as the GNU C library has it.
//
// Layer 3. Allocates nothing, throws nothing. Room to write is what glibc's
// own inline putc_unlocked takes for room, [_IO_write_ptr, _IO_write_end),
// and never up to _IO_buf_end: then first use, terminals, unbuffered and
// read-only streams have no room and come to the slow path by themselves.
// glibc's fflush loses bytes on EAGAIN and on ENOSPC, so the bytes are
// written by a loop of our own wherever the stream's state is plain enough
// (can_drain); docs/decisions/0012-streams-of-others.md has the rules.
// Tests: test/cstdio/c_stream_writer_test.cpp, test/system/.
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

/// True while the program has one thread, and so no use for locks.
inline bool is_single_threaded() {
#if __GLIBC_PREREQ(2, 32)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

/// Takes the stream's lock unless the program has one thread, and returns
/// what unlock must be given. Only around code that cannot start a thread,
/// which would find the stream unlocked: so not for streams without a
/// descriptor, whose bytes go to functions of the program (fopencookie).
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

/// Where bytes can be put without asking the library.
struct put_area {
  char* cursor;
  char* end;
};

inline constexpr bool has_put_area = true;

// A stream that was made wide (_mode > 0) swallows narrow bytes. While a
// line-buffered stream holds a part of a line, its cursor is beyond its end.
inline put_area writable(FILE* stream) {
  char* const cursor = stream->_IO_write_ptr;
  char* const end = stream->_IO_write_end;
  if (stream->_mode > 0) return {nullptr, nullptr};
  return {cursor, end < cursor ? cursor : end};
}

// For the shortest way there is: two instructions less for each print.
inline put_area writable_or_passed(FILE* stream) {
  if (RILL_UNLIKELY(stream->_mode > 0)) return {nullptr, nullptr};
  return {stream->_IO_write_ptr, stream->_IO_write_end};
}

/// Says that the bytes up to `cursor` are in the put area.
inline void put_up_to(FILE* stream, char* cursor) {
  stream->_IO_write_ptr = cursor;
}

/// Where bytes can be taken without asking the library. `begin` is the start
/// of what is still in memory.
struct get_area {
  char const* begin;
  char const* cursor;
  char const* end;
};

/// What a reader keeps between refill and taken_up_to: here, nothing.
struct get_state {};

inline constexpr bool knows_begin = true;

inline get_area readable(FILE* stream, get_state&) {
  if (stream->_mode > 0) return {nullptr, nullptr, nullptr};
  return {stream->_IO_read_base, stream->_IO_read_ptr, stream->_IO_read_end};
}

/// Says that the bytes up to `cursor` were taken.
inline void taken_up_to(FILE* stream, get_state&, char const* cursor) {
  stream->_IO_read_ptr = const_cast<char*>(cursor);
}

/// True while the get area has the bytes that ungetc gave back, and no others:
/// what is before its cursor was never read.
bool shows_given_back(FILE* stream);

/// The bytes of the stream's buffer that ungetc has cut off from the begin of
/// the get area: they were read before the byte that it put in another memory.
text cut_off(FILE* stream);

/// Where in its file the get area ends, for a handle that stands at an
/// offset: there, but for bytes that were given back.
long long end_offset(FILE* stream, long long handle_offset);

/// True where refill reads a buffer, and not a byte of one.
inline constexpr bool refill_is_a_call = true;

/// Fills an empty get area and returns false at the end or on an error.
/// A signal and an empty non-blocking pipe are waited out.
bool refill(FILE* stream, get_state&);

/// Gives back bytes that were taken before the last refill, the last first.
void give_back(FILE* stream, char byte);

// True when the descriptor can be written behind the library's back: a
// write-only stream with nothing half done.
bool can_drain(FILE* stream);

// The library remembers the file's offset; it is moved along.
void moved_on(FILE* stream, std::size_t count);

// A stream that was made wide gives none, nor a full one in memory. Requires
// errno to have been 0 before the call that failed.
error_code reason_of_refusal();

/// Opens the put area of a stream that collects, without a byte. (What fwrite
/// does with the first byte depends on the size of the buffer: it may write it
/// by itself.) Requires can_drain(stream) and nothing pending.
RILL_ALWAYS_INLINE error_code wake(FILE* stream) {
  errno = 0;
  return ::__overflow(stream, EOF) != EOF ? error_code{} : reason_of_refusal();
}

// Pending bytes on their way to the system.
struct pending_bytes {
  FILE* stream;
  os::transfer written;

  // Takes the written ones off: also when the thread was cancelled while it
  // wrote.
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

/// Writes the pending bytes. Requires can_drain(stream). Those that could not
/// be written stay. With a patience in milliseconds it does not wait longer
/// for room: the error is os::would_wait.
[[gnu::cold]] error_code drain_within(FILE* stream, int patience);

/// Writes the pending bytes, then `data`. Requires can_drain(stream). Pending
/// bytes that could not be written stay; returns how many bytes of `data`
/// were written, and the error.
[[gnu::cold]] os::transfer drain(FILE* stream, char const* data,
                                 std::size_t size);

/// What only collects goes into the put area by itself.
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

/// Asks whether the mark of an error is set, without the lock.
bool has_failed(FILE* stream);

/// Forgets the pending bytes, after an error was reported.
void forget_pending(FILE* stream);

/// Makes an empty stream write each piece at once from now on, so that its
/// buffer stays empty: exit flushes that without a lock, and what a thread
/// still prints would come twice.
RILL_ALWAYS_INLINE void hide_room(FILE* stream) {
  if (stream->_IO_write_ptr == stream->_IO_write_base &&
      (stream->_flags & flag_unbuffered) == 0)
    (void)::setvbuf(stream, nullptr, _IONBF, 0);
}

bool has_pending(FILE* stream);

/// True when nobody has used the stream or chosen how it is buffered.
bool is_fresh(FILE* stream);

/// True when nobody has used the stream or given it a buffer, whatever its
/// mode.
bool is_unused(FILE* stream);

/// True when each line, or each piece, goes out at once.
bool is_eager(FILE* stream);

/// True when bytes can collect in the stream's own buffer.
bool is_buffered(FILE* stream);

int handle_of(FILE* stream);

}  // namespace rill::inline RILL_BUILD::libc

#if RILL_BODIES
#include "glibc_body.h"
#endif

#endif
