// rill/os/libc/wide_stream_body.h: the bodies of wide_stream.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_LIBC_WIDE_STREAM_BODY_H
#define RILL_OS_LIBC_WIDE_STREAM_BODY_H

#include "wide_stream.h"
#include "../c_stream.h"

namespace rill::inline RILL_BUILD::libc {

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
