// rill/scan/read_body.h: the bodies of read.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_READ_BODY_H
#define RILL_SCAN_READ_BODY_H

#include "read.h"

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_row(reader& in,
                                                      std::size_t columns,
                                                      scan_problem problem) {
  char words[64];
  word_writer to{words};
  to.add("a word of ");
  to.add(columns, 10, "");
  to.add(columns == 1 ? " character" : " characters");
  raise(make_failure(in, problem, {words, to.size}));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
