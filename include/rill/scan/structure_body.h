// rill/scan/structure_body.h: the bodies of structure.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_STRUCTURE_BODY_H
#define RILL_SCAN_STRUCTURE_BODY_H

#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool takes_word(reader& in, text word) {
  if (!starts_with(in, word) || is_in_name(byte_ahead(in, word.size)) ||
      is_cut(in, in.cursor() + word.size))
    return false;
  in.advance_to(in.cursor() + word.size);
  return true;
}

RILL_CORE bool is_opened(reader& in, text name) {
  if (!starts_with(in, name)) return false;
  std::size_t size = name.size;
  while (byte_ahead(in, size) == ' ') ++size;
  return byte_ahead(in, size) == '{';
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
