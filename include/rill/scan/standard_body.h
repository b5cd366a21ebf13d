// rill/scan/standard_body.h: the bodies of standard.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_STANDARD_BODY_H
#define RILL_SCAN_STANDARD_BODY_H

#include "standard.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE int take_name(text_ahead& from, char const* names, int count) {
  char letters[3];
  std::size_t const start = from.place();
  for (char& letter : letters) {
    letter = static_cast<char>(from.peek() | 0x20);
    if (letter < 'a' || letter > 'z') {
      from.back_to(start);
      return -1;
    }
    from.pass();
  }
  for (int i = 0; i != count; ++i)
    if ((names[3 * i] | 0x20) == letters[0] && names[3 * i + 1] == letters[1] &&
        names[3 * i + 2] == letters[2])
      return i;
  from.back_to(start);
  return -1;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
