// rill/os/none/output.h: writing where there is no system: nothing is moved.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/package/freestanding/.
#ifndef RILL_OS_NONE_OUTPUT_H
#define RILL_OS_NONE_OUTPUT_H

#include "../transfer.h"
#include "handle.h"

namespace rill::inline RILL_BUILD::os {

/// An error by a number that the program itself gives.
constexpr error_code c_error(int number) {
  return {error_source::c_library, number};
}

constexpr transfer write_all(native_handle, char const*, std::size_t) {
  return {0, library_problem::unsupported};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
