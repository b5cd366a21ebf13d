// rill/os/libc/wide_stream.h: a FILE that was made wide (fwide, wprintf), which
// takes and gives wchar_t and no bytes.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/stream/c_wide_test.cpp.
#ifndef RILL_OS_LIBC_WIDE_STREAM_H
#define RILL_OS_LIBC_WIDE_STREAM_H

#include <wchar.h>  // fwide, fputws, fputwc, fgetwc, ungetwc

#include "../../unicode/wide_units.h"
#include "libc.h"

namespace rill::inline RILL_BUILD::libc {

/// Asks; a stream that nobody has used stays what it is.
bool is_wide(FILE* stream);

// The functions that take no lock, where there are some: the caller has it.
#if defined(__GLIBC__)
inline int put_wide(wchar_t const* units, FILE* stream) {
  return ::fputws_unlocked(units, stream);
}
inline wint_t put_wide(wchar_t unit, FILE* stream) {
  return ::fputwc_unlocked(unit, stream);
}
inline wint_t get_wide(FILE* stream) { return ::fgetwc_unlocked(stream); }
#else
inline int put_wide(wchar_t const* units, FILE* stream) {
  return ::fputws(units, stream);
}
inline wint_t put_wide(wchar_t unit, FILE* stream) {
  return ::fputwc(unit, stream);
}
inline wint_t get_wide(FILE* stream) { return ::fgetwc(stream); }
#endif

/// Writes text that ends with a 0.
RILL_ALWAYS_INLINE error_code put_wide_text(FILE* stream,
                                            wchar_t const* units) {
  os::clear_c_error();
  return put_wide(units, stream) < 0 ? os::c_error(errno ? errno : EIO)
                                     : error_code{};
}

/// Writes a code point: a pair of surrogates where wchar_t has 16 bits.
RILL_ALWAYS_INLINE error_code put_code_point(FILE* stream, char32_t c) {
  wchar_t units[2];
  wchar_t* const end = rill::detail::write_wide(units, c);
  for (wchar_t* at = units; at != end; ++at) {
    os::clear_c_error();
    if (put_wide(*at, stream) == WEOF) return os::c_error(errno ? errno : EIO);
  }
  return {};
}

/// The next unit, or WEOF; a signal is no end.
wint_t read_wide_unit(FILE* stream);

void give_back_wide(FILE* stream, wchar_t unit);

}  // namespace rill::inline RILL_BUILD::libc

#if RILL_BODIES
#include "wide_stream_body.h"
#endif

#endif
