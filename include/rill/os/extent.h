// rill/os/extent.h: where a file has bytes and no hole.
//
// Floor 3. Tests: test/os/file_space_test.cpp.
#ifndef RILL_OS_EXTENT_H
#define RILL_OS_EXTENT_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// A run of bytes that are not in a hole.
struct extent {
  long long begin = 0;
  long long end = 0;
  bool is_known = true;  // false: the file system does not tell
  bool is_there = true;  // false: only a hole follows, or nothing
};

}  // namespace rill::inline RILL_BUILD::os

#endif
