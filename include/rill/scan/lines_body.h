// rill/scan/lines_body.h: the bodies of lines.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_LINES_BODY_H
#define RILL_SCAN_LINES_BODY_H

#include "item.h"  // the body of raise_foreign_mark
#include "lines.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::noinline]] RILL_CORE void pass_mark(reader& in) {
  if (in.peek(1).size == 0 || !may_begin_mark(*in.cursor())) return;
  if (text_mark::pass(in, text_mark::start_if_unknown) == text_mark::foreign)
    raise_foreign_mark(in);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
