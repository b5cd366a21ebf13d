// rill/os/none/file_lock.h: locks on files, where rill does not know how to
// take them.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_FILE_LOCK_H
#define RILL_OS_NONE_FILE_LOCK_H

#include "../file_terms.h"
#include "../os.h"

namespace rill::inline RILL_BUILD::os {

inline error_code lock(native_handle, lock_kind) {
  return library_problem::unsupported;
}
inline error_code lock_at_once(native_handle, lock_kind) {
  return library_problem::unsupported;
}
inline void unlock(native_handle) {}
inline void rest(unsigned) {}

}  // namespace rill::inline RILL_BUILD::os

#endif
