// rill/os/win32/c_file_calls.h: a FILE over a handle, and its end.
//
// Layer 3. Throws nothing. Tests: test/cstdio/c_file_test.cpp.
#ifndef RILL_OS_WIN32_C_FILE_CALLS_H
#define RILL_OS_WIN32_C_FILE_CALLS_H

#include <errno.h>  // errno
#include <fcntl.h>  // _O_APPEND, _O_RDONLY
#include <io.h>     // _open_osfhandle, _close
#include <stdio.h>  // _fdopen, fclose, setvbuf

#include "../shown_styles.h"
#include "../types.h"
#include "call.h"

namespace rill::inline RILL_BUILD::os {

/// The calls of the C library that a test can replace.
struct c_file_calls {
  FILE* (*fdopen)(int, char const*) = [](int number, char const* mode) {
    return ::_fdopen(number, mode);
  };
  int (*fclose)(FILE*) = [](FILE* stream) { return ::fclose(stream); };
};

RILL_REPLACEABLE c_file_calls c_file_call;

struct opened_stream {
  FILE* stream = nullptr;
  error_code error;
};

// Bytes are what they are: the ends of lines stay.
inline char const* stream_mode(open_options const& options) {
  if (options.append) return options.read ? "a+b" : "ab";
  if (options.write) return options.read ? "r+b" : "wb";
  return "rb";
}

/// Makes a stream over a handle, which belongs to the stream from then on;
/// after an error it does not. When _fdopen fails for lack of memory the
/// number that stands between the two cannot be given back without the handle,
/// so it stays taken.
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

struct handle_mode {
  open_options options;
  error_code error;
};
/// Windows does not tell how a handle was opened: for both, then.
inline handle_mode mode_of(native_handle) {
  return {{.read = true, .write = true}, {}};
}

/// Closes once, whatever the answer.
inline error_code close_stream(FILE* stream) {
  errno = 0;
  if (c_file_call.fclose(stream) == 0) return {};
  return c_error(errno ? errno : EIO);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
