// rill/os/libc_body.h: the bodies of libc.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_LIBC_BODY_H
#define RILL_OS_LIBC_BODY_H

#include "libc.h"

#include "c_stream.h"

namespace rill::inline RILL_BUILD::libc {

RILL_COLD RILL_CORE void give_lock_back(void* stream) {
  unlock(static_cast<FILE*>(stream));
}

RILL_COLD [[gnu::noinline]] RILL_CORE void unlock_if_cancelled(
    os::cancel_action& action, FILE* stream) {
  FILE* const locked = held(stream);
  bool const throws = locked && handle_of(stream) == os::no_handle;
  os::if_cancelled(action, locked && !throws ? give_lock_back : nullptr,
                   locked);
}

RILL_CORE bool is_wide(FILE* stream) {
#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
  return stream->_mode > 0;
#else
  return ::fwide(stream, 0) > 0;
#endif
}

RILL_CORE wint_t read_wide_unit(FILE* stream) {
  for (;;) {
    os::clear_c_error();
    wint_t const unit = get_wide(stream);
    if (unit != WEOF || !os::may_read_again(stream)) return unit;
  }
}

RILL_CORE void give_back_wide(FILE* stream, wchar_t unit) {
  (void)::ungetwc(static_cast<wint_t>(unit), stream);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
