// rill/scan/fields_body.h: the bodies of scan/fields.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_FIELDS_BODY_H
#define RILL_SCAN_FIELDS_BODY_H

#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool is_opened(reader& in, text name) {
  if (!starts_with(in, name)) return false;
  std::size_t size = name.size;
  while (byte_ahead(in, size) == ' ') ++size;
  return byte_ahead(in, size) == '{';
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
