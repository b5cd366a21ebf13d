// rill/os/program_terms.h: texts that the system has, of any length.
//
// Floor 3. Values only. Tests: test/process/program_test.cpp.
#ifndef RILL_OS_PROGRAM_TERMS_H
#define RILL_OS_PROGRAM_TERMS_H

#include <cstddef>  // std::size_t

#include "../base/error_code.h"

namespace rill::inline RILL_BUILD::os {

/// What was written into a caller's room. When `size` is larger than the room,
/// the room has nothing of use, and the caller asks again with more: `size`
/// bytes may be too few again, where the system does not tell how many.
struct filled {
  std::size_t size = 0;
  error_code error;
  bool is_there = true;  ///< of a variable: that there is one
};

}  // namespace rill::inline RILL_BUILD::os

#endif
