// rill/os/posix/program_name.h: the name of the program.
//
// Floor 3. Throws nothing. Tests: test/system/.
#ifndef RILL_OS_POSIX_PROGRAM_NAME_H
#define RILL_OS_POSIX_PROGRAM_NAME_H

#if defined(__linux__)
#include <errno.h>  // program_invocation_short_name
#else
#include <stdlib.h>  // getprogname
#endif

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// The name under which the program was started, without its folder.
inline char const* program_name() {
#if defined(__linux__)
  return program_invocation_short_name;
#else
  return getprogname();
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
