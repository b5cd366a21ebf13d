// rill/scan/text_target_body.h: the bodies of text_target.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_TEXT_TARGET_BODY_H
#define RILL_SCAN_TEXT_TARGET_BODY_H

#include "text_target.h"
#include "../unicode/narrow_units.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool whole_character(reader& in, decoded_utf8& one) {
  for (;;) {
    one = decode_utf8(in.cursor(), in.end());
    if (one.form != utf8_form::cut) return true;
    if (in.more()) continue;
    // The bytes may lie elsewhere now, although there are no more of them.
    one = decode_utf8(in.cursor(), in.end());
    return !in.error();
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
