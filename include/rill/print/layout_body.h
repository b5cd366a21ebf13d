// rill/print/layout_body.h: the bodies of print/layout.h.
//
// Layer 5. Where they are compiled: docs/compiled.md.
#ifndef RILL_PRINT_LAYOUT_BODY_H
#define RILL_PRINT_LAYOUT_BODY_H

#include "../stream/scratch_writer.h"
#include "../stream/styles.h"
#include "../unicode/width.h"
#include "layout.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void put_in_field(writer& out, any_arg value, field const& in) {
  scratch_writer<256, styling_writer> scratch(out);
  value.put(scratch, value.arg);
  if (scratch.unseen() != 0) style_access::add_unseen(out, scratch.unseen());
  text const made = scratch.bytes();
  std::size_t const width = display_width(made);
  put_aligned(out, made, in.width > width ? in.width - width : 0, in.place,
              in.fill);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
