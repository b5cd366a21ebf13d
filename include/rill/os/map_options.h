// rill/os/map_options.h: what can be asked of a mapping, on every system.
//
// Layer 3. Values only. Tests: test/os/map_test.cpp.
#ifndef RILL_OS_MAP_OPTIONS_H
#define RILL_OS_MAP_OPTIONS_H

#include <cstddef>  // std::size_t

#include "../base/result.h"

namespace rill::inline RILL_BUILD {

/// In what order the bytes of a mapping are going to be touched: a hint.
enum class access_pattern : unsigned char {
  normal,
  sequential,  ///< from the front to the end: read ahead more
  random,      ///< anywhere: do not read ahead
  soon,        ///< all of it, soon: begin to fetch it now
};

namespace os {

/// What map_file() makes. `shared` writes reach the file; without it, what
/// is written stays in this mapping. `padding` readable zero bytes follow the
/// last one; not where `shared` is set.
struct map_request {
  bool writable = false;
  bool shared = false;
  bool populate = false;    ///< fetch all the bytes now, in one call
  bool huge_pages = false;  ///< a hint
  std::size_t padding = 0;
};

/// A run of mapped memory, or why there is none. What unmap takes.
struct mapping {
  char* data = nullptr;
  std::size_t size = 0;
  error_code error;
  bool is_memory = false;  ///< of no file: some systems end that otherwise
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
