// rill/os/map_options.h: the options of a mapping, on every system.
//
// Layer 3. Values only. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_MAP_OPTIONS_H
#define RILL_OS_MAP_OPTIONS_H

#include <cstddef>  // std::size_t

#include "../base/result.h"

namespace rill::inline RILL_BUILD {

/// The expected order of accesses to a mapping: a hint.
enum class access_pattern : unsigned char {
  normal,
  sequential,  ///< from front to end: read ahead more
  random,      ///< in any order: do not read ahead
  soon,        ///< all of it, soon: begin to read it now
};

namespace os {

/// The parameters of map_file(). With `shared`, writes reach the file; without
/// it, they stay in this mapping. `padding` readable zero bytes follow the last
/// byte, except with `shared`.
struct map_request {
  bool writable = false;
  bool shared = false;
  bool populate = false;    ///< fetch all the bytes now, in one call
  bool huge_pages = false;  ///< a hint
  std::size_t padding = 0;
};

/// A range of mapped memory, or the error. unmap releases it.
struct mapping {
  char* data = nullptr;
  std::size_t size = 0;
  error_code error;
  bool is_memory = false;  ///< not of a file: some systems unmap it differently
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
