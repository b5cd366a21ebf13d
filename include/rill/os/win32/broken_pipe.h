// rill/os/win32/broken_pipe.h: writing to a pipe that is not read any more is
// an error here, and nothing else.
//
// Floor 3.
#ifndef RILL_OS_WIN32_BROKEN_PIPE_H
#define RILL_OS_WIN32_BROKEN_PIPE_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// There is no signal to keep away.
class no_broken_pipe_signal {
 public:
  no_broken_pipe_signal() noexcept {}
  ~no_broken_pipe_signal() {}
};

}  // namespace rill::inline RILL_BUILD::os

#endif
