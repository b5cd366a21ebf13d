// rill/os/none/file_space.h: the room of a file on its disk, where rill does
// not know how to ask for it.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_FILE_SPACE_H
#define RILL_OS_NONE_FILE_SPACE_H

#include "../file_terms.h"
#include "../os.h"

namespace rill::inline RILL_BUILD::os {

inline error_code preallocate(native_handle, long long, long long) {
  return library_problem::unsupported;
}
inline error_code punch_hole(native_handle, long long, long long) {
  return library_problem::unsupported;
}
inline error_code advise(native_handle, file_advice, long long, long long) {
  return library_problem::unsupported;
}
inline extent next_extent(native_handle, long long) {
  return {0, 0, false, false};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
