// rill/os/posix/c_file_calls.h: a FILE over a descriptor, and its end.
//
// Layer 3. Throws nothing. Tests: test/cstdio/c_file_test.cpp,
// test/system/c_streams_test.py.
#ifndef RILL_OS_POSIX_C_FILE_CALLS_H
#define RILL_OS_POSIX_C_FILE_CALLS_H

#include <stdio.h>  // fdopen, fclose, setvbuf

#include "../shown_styles.h"
#include "device.h"

namespace rill::inline RILL_BUILD::os {

/// The calls of the C library that a test can replace.
struct c_file_calls {
  FILE* (*fdopen)(int, char const*) = ::fdopen;
  int (*fclose)(FILE*) = ::fclose;
};

RILL_REPLACEABLE c_file_calls c_file_call;

struct opened_stream {
  FILE* stream = nullptr;
  error_code error;
};

// What fdopen is told about a file that is open already: the letter of fopen
// that says as much. Nothing is cut off or made by it.
inline char const* stream_mode(open_options const& options) {
  if (options.append) return options.read ? "a+" : "a";
  if (options.write) return options.read ? "r+" : "w";
  return "r";
}

/// Makes a stream over a descriptor, which belongs to the stream from then on;
/// after an error it does not.
inline opened_stream open_stream(native_handle handle,
                                 open_options const& options) {
  errno = 0;
  FILE* const stream = c_file_call.fdopen(handle, stream_mode(options));
  if (stream) return {stream, {}};
  return {nullptr, c_error(errno ? errno : ENOMEM)};
}

/// How a descriptor was opened, as far as a stream over it has to know.
struct handle_mode {
  open_options options;
  error_code error;
};
inline handle_mode mode_of(native_handle handle) {
  int const flags = ::fcntl(handle, F_GETFL);
  if (flags == -1) return {{}, last_error()};
  int const access = flags & O_ACCMODE;
  return {{.read = access != O_WRONLY,
           .write = access != O_RDONLY,
           .append = (flags & O_APPEND) != 0 && access != O_RDONLY},
          {}};
}

/// Closes once, whatever the answer.
inline error_code close_stream(FILE* stream) {
  errno = 0;
  if (c_file_call.fclose(stream) == 0 || errno == EINTR) return {};
  return c_error(errno ? errno : EIO);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
