// rill/os/libc/common.h: the functions that the files of all C libraries but
// glibc share.
//
// Layer 3. Tests: test/os/libc_test.cpp.
#ifndef RILL_OS_LIBC_COMMON_H
#define RILL_OS_LIBC_COMMON_H

#include <stdio.h>  // FILE, fwrite, ungetc

#include "../c_stream.h"
#include "../output.h"

// Allocates nothing, throws nothing. Uses the unlocked functions where the
// library declares them: the caller holds the lock, and the locking functions
// would take it once more.

namespace rill::inline RILL_BUILD::libc {

/// A buffer to write into without calling the library: [cursor, end); may be
/// empty.
struct put_area {
  char* cursor;
  char* end;
};

/// A buffer to read from without calling the library: [cursor, end). `begin` is
/// the start of the bytes that are still in memory, or cursor if the library
/// does not expose it.
struct get_area {
  char const* begin;
  char const* cursor;
  char const* end;
};

// Each library's file defines it, inline.
put_area writable(FILE* stream);
inline put_area writable_or_passed(FILE* stream) { return writable(stream); }

error_code flush_through(FILE* stream);
/// Waits until the system takes bytes, then lets the library write the pending
/// bytes. Returns would_wait after `patience` milliseconds.
RILL_COLD inline error_code drain_within(FILE* stream, int patience) {
  if (!os::takes_bytes(os::handle_of(stream), patience)) return os::would_wait;
  return flush_through(stream);
}

/// Always false: the get area may mix bytes from ungetc with unread ones. No
/// byte before its cursor is used, because knows_begin is false.
inline bool shows_given_back(FILE*) { return false; }

/// Always empty: only the file of glibc finds bytes that were read before the
/// get area begins.
inline text cut_off(FILE*) { return {}; }

/// Does nothing: a stream that can be drained has no put area to open here.
inline error_code wake(FILE*) { return {}; }

namespace detail {

// These call the unlocked functions where the library declares them. Templates,
// because only a dependent call can be checked for existence.
template <class File>
std::size_t write_unlocked(char const* data, std::size_t size, File* stream) {
  if constexpr (requires {
                  fwrite_unlocked(data, std::size_t{1}, size, stream);
                })
    return fwrite_unlocked(data, std::size_t{1}, size, stream);
  else
    return ::fwrite(data, 1, size, stream);
}

template <class File>
int flush_unlocked(File* stream) {
  if constexpr (requires { fflush_unlocked(stream); })
    return fflush_unlocked(stream);
  else
    return ::fflush(stream);
}

// Writes with standard functions only.
inline os::transfer write_by_standard(FILE* stream, char const* data,
                                      std::size_t size) {
  os::clear_c_error();
  std::size_t const count = write_unlocked(data, size, stream);
  if (count == size) return {count, {}};
  // A wide-oriented stream takes no bytes and sets no errno.
  error_code const why = os::last_c_error();
  return {count, why ? why : library_problem::wrote_nothing};
}

template <class File>
bool has_failed_unlocked(File* stream) {
  if constexpr (requires { ferror_unlocked(stream); })
    return ferror_unlocked(stream) != 0;
  else
    return ::ferror(stream) != 0;
}

inline error_code flush_by_standard(FILE* stream) {
  os::clear_c_error();
  if (flush_unlocked(stream) == 0) return {};
  error_code const why = os::last_c_error();
  return why ? why : library_problem::wrote_nothing;
}

// Peeks at the next byte, which may need a system call, and leaves it in the
// library's buffer. Retries after signals, and waits for an empty pipe. Returns
// false at the end and on an error.
inline bool look_ahead(FILE* stream) {
  for (;;) {
    os::clear_c_error();
    int const next = os::get_byte(stream);
    if (next != EOF) return ::ungetc(next, stream) != EOF;
    if (!os::may_read_again(stream)) return false;
  }
}

}  // namespace detail

/// Returns true if the stream's error indicator is set; without locking if the
/// library can.
inline bool has_failed(FILE* stream) {
  return detail::has_failed_unlocked(stream);
}

// The lock of a FILE, for C libraries that cannot tell whether a program has
// one thread.

/// Always false: the library does not know.
inline bool is_single_threaded() { return false; }

inline FILE* held(FILE* stream) { return stream; }
inline FILE* lock(FILE* stream) {
  os::lock_stream(stream);
  return stream;
}
inline void unlock(FILE* locked) {
  if (!locked) return;
  os::unlock_stream(locked);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
