// rill/scan/quoted_body.h: the bodies of quoted.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_QUOTED_BODY_H
#define RILL_SCAN_QUOTED_BODY_H

#include "quoted.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE long read_hex(ahead& in, int digits) {
  long value = 0;
  for (; digits != 0; --digits) {
    int const digit = in.digit(16);
    if (digit < 0) return -1;
    value = value * 16 + digit;
    if (value > 0x10FFFF) return -1;
  }
  return value;
}

RILL_CORE long read_braces(ahead& in) {
  (void)in.next();
  long value = -1;
  for (int i = 0; i != 6; ++i) {
    int const digit = in.digit(16);
    if (digit < 0) break;
    value = (value < 0 ? 0 : value) * 16 + digit;
  }
  return in.next() == '}' && value <= 0x10FFFF ? value : -1;
}

RILL_CORE int read_octal(ahead& in, int value) {
  for (int i = 0; i != 2; ++i) {
    int const digit = in.digit(8);
    if (digit < 0) break;
    value = value * 8 + digit;
  }
  return value < 256 ? value : -1;
}

RILL_CORE bool is_brace(reader& in, std::size_t at) {
  return in.peek(at + 1).size > at && in.cursor()[at] == '{';
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
