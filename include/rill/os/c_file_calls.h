// rill/os/c_file_calls.h: a FILE over a handle, and its end.
//
// Layer 3. Throws nothing. Tests: test/cstdio/c_file_test.cpp,
// test/system/c_streams_test.py.
#ifndef RILL_OS_C_FILE_CALLS_H
#define RILL_OS_C_FILE_CALLS_H

#include <errno.h>  // errno
#include <stdio.h>  // fdopen, fclose, setvbuf

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#elif defined(_WIN32)
#include <fcntl.h>  // _O_APPEND, _O_RDONLY
#include <io.h>     // _open_osfhandle, _close

#include "win32/call.h"
#endif

#include "c_stream.h"
#include "types.h"

namespace rill::inline RILL_BUILD::os {

/// The calls of the C library that a test can replace.
struct c_file_calls {
#if defined(__unix__) || defined(__APPLE__)
  FILE* (*fdopen)(int, char const*) = ::fdopen;
  int (*fclose)(FILE*) = ::fclose;
#else
  FILE* (*fdopen)(int, char const*) = [](int number, char const* mode) {
    return ::_fdopen(number, mode);
  };
  int (*fclose)(FILE*) = [](FILE* stream) { return ::fclose(stream); };
#endif
};

RILL_REPLACEABLE c_file_calls c_file_call;

struct opened_stream {
  FILE* stream = nullptr;
  error_code error;
};

/// Whether a descriptor was opened to read, write or append; or the error.
struct handle_mode {
  open_options options;
  error_code error;
};

#if defined(__unix__) || defined(__APPLE__)

// Returns the fopen mode that fdopen takes for these options. fdopen neither
// truncates nor creates the file.
inline char const* stream_mode(open_options const& options) {
  if (options.append) return options.read ? "a+" : "a";
  if (options.write) return options.read ? "r+" : "w";
  return "r";
}

/// Makes a stream over a descriptor. On success the stream owns the descriptor;
/// on an error the caller still does.
inline opened_stream open_stream(native_handle handle,
                                 open_options const& options) {
  errno = 0;
  FILE* const stream = c_file_call.fdopen(handle, stream_mode(options));
  if (stream) return {stream, {}};
  return {nullptr, c_error(errno ? errno : ENOMEM)};
}

inline handle_mode mode_of(native_handle handle) {
  int const flags = ::fcntl(handle, F_GETFL);
  if (flags == -1) return {{}, last_error()};
  int const access = flags & O_ACCMODE;
  return {{.read = access != O_WRONLY,
           .write = access != O_RDONLY,
           .append = (flags & O_APPEND) != 0 && access != O_RDONLY},
          {}};
}

#elif defined(_WIN32)

// Binary mode: line endings are not translated.
inline char const* stream_mode(open_options const& options) {
  if (options.append) return options.read ? "a+b" : "ab";
  if (options.write) return options.read ? "r+b" : "wb";
  return "rb";
}

/// Makes a stream over a handle. On success the stream owns the handle; on an
/// error the caller still does. If _fdopen fails for lack of memory, the C
/// library's descriptor leaks: closing it would close the handle too.
inline opened_stream open_stream(native_handle handle,
                                 open_options const& options) {
  errno = 0;
  int flags = options.append ? _O_APPEND : 0;
  if (!options.write && !options.append) flags |= _O_RDONLY;
  int const number =
      ::_open_osfhandle(__builtin_bit_cast(intptr_t, handle), flags);
  if (number < 0) return {nullptr, c_error(errno ? errno : EBADF)};
  FILE* const stream = c_file_call.fdopen(number, stream_mode(options));
  if (stream) return {stream, {}};
  return {nullptr, c_error(errno ? errno : ENOMEM)};
}

/// Returns `read` and `write` for every handle: Windows cannot report how a
/// handle was opened.
inline handle_mode mode_of(native_handle) {
  return {{.read = true, .write = true}, {}};
}

#endif

/// Closes the stream. Calls fclose only once, because it ends the stream even
/// when it fails. On POSIX, EINTR is not an error.
inline error_code close_stream(FILE* stream) {
  errno = 0;
  if (c_file_call.fclose(stream) == 0) return {};
#if defined(__unix__) || defined(__APPLE__)
  if (errno == EINTR) return {};
#endif
  return c_error(errno ? errno : EIO);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
