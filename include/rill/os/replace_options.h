// rill/os/replace_options.h: how a file is replaced, and what could not be
// done.
//
// Layer 3. Tests: test/stream/replace_file_test.cpp.
#ifndef RILL_OS_REPLACE_OPTIONS_H
#define RILL_OS_REPLACE_OPTIONS_H

#include <cstddef>  // std::size_t

#include "../base/result.h"

namespace rill::inline RILL_BUILD {

/// How replace_file goes about it.
struct replace_options {
  unsigned mode = 0666;        ///< of a new file, before the umask
  bool follow = true;          ///< of a link, replace the file it leads to
  bool durable = true;         ///< wait until the disk has it
  bool require_owner = false;  ///< fail where the owner cannot be kept
  std::size_t buffer_size = RILL_BUFFER_SIZE;
};

namespace os {

/// What could not be done, and why; no error says that it was done.
struct failed_step {
  char const* operation = nullptr;
  error_code error;
  explicit operator bool() const { return bool(error); }
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
