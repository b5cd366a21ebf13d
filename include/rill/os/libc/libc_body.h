// rill/os/libc/libc_body.h: the bodies of libc.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_LIBC_LIBC_BODY_H
#define RILL_OS_LIBC_LIBC_BODY_H

#include "libc.h"

namespace rill::inline RILL_BUILD::libc {

RILL_SELDOM_RUN RILL_CORE void give_lock_back(void* stream) {
  unlock(static_cast<FILE*>(stream));
}

RILL_SELDOM_RUN [[gnu::noinline]] RILL_CORE void unlock_if_cancelled(
    os::cancel_action& action, FILE* stream) {
  FILE* const locked = held(stream);
  bool const throws = locked && handle_of(stream) == os::no_handle;
  os::if_cancelled(action, locked && !throws ? give_lock_back : nullptr,
                   locked);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
