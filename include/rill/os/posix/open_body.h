// rill/os/posix/open_body.h: the bodies of open.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_POSIX_OPEN_BODY_H
#define RILL_OS_POSIX_OPEN_BODY_H

#include <stdlib.h>  // mkostemp, malloc, free
#include <string.h>  // memcpy, strlen

#include "open.h"

namespace rill::inline RILL_BUILD {
namespace os {

RILL_CORE int open_flags(open_options const& options) {
  int flags = O_CLOEXEC;
  flags |= options.write ? (options.read ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (options.create) flags |= O_CREAT;
  if (options.create_new) flags |= O_CREAT | O_EXCL;
  if (options.truncate) flags |= O_TRUNC;
  if (options.append) flags |= O_APPEND;
  if (!options.follow) flags |= O_NOFOLLOW;
  if (options.non_blocking) flags |= O_NONBLOCK;
#if defined(O_DIRECT)
  if (options.direct) flags |= O_DIRECT;
#endif
  return flags;
}

RILL_CORE opened above_standard_handles(native_handle handle) {
  if (handle > standard_error_handle) return {handle, {}};
  int const moved = ::fcntl(handle, F_DUPFD_CLOEXEC, standard_error_handle + 1);
  error_code const error = moved < 0 ? last_error() : error_code{};
  (void)call.close(handle);
  return {moved < 0 ? no_handle : moved, error};
}

RILL_CORE opened open(char const* path, open_options const& options) {
  for (;;) {
    int const handle = file_call.open(path, open_flags(options),
                                      static_cast<mode_t>(options.mode));
    if (handle >= 0) return above_standard_handles(handle);
    if (errno != EINTR) return {no_handle, last_error()};
  }
}

RILL_CORE opened open_and_unlink(char const* folder) {
  constexpr char ending[] = "/rill-XXXXXX";
  std::size_t const length = ::strlen(folder);
  char* const name = static_cast<char*>(::malloc(length + sizeof ending));
  if (!name) return {no_handle, {error_source::system, ENOMEM}};
  ::memcpy(name, folder, length);
  ::memcpy(name + length, ending, sizeof ending);
  int const handle = ::mkostemp(name, O_CLOEXEC);
  opened const made = handle < 0 ? opened{no_handle, last_error()}
                                 : above_standard_handles(handle);
  if (handle >= 0) (void)::unlink(name);
  ::free(name);
  return made;
}

RILL_CORE opened open_unnamed(char const* folder) {
#if defined(O_TMPFILE)
  for (;;) {
    int const handle =
        file_call.open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (handle >= 0) return above_standard_handles(handle);
    if (errno == EINTR) continue;
    // EISDIR comes from kernels before 3.11, EOPNOTSUPP from file systems
    // that cannot; both are served by a name that is removed at once.
    if (errno != EOPNOTSUPP && errno != EISDIR)
      return {no_handle, last_error()};
    break;
  }
#endif
  return open_and_unlink(folder);
}

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
