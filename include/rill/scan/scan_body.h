// rill/scan/scan_body.h: the bodies of scan.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_SCAN_BODY_H
#define RILL_SCAN_SCAN_BODY_H

#include "scan.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE error failure_of(reader& in, progress const& p) {
  bool const is_cut = p.how == scan_problem::end_of_input && p.done != 0;
  return make_failure(in, is_cut ? scan_problem::cut : p.how, p.expected,
                      p.literal);
}

RILL_CORE bool is_clean_end(reader const& in, progress const& p) {
  return p.how == scan_problem::end_of_input && p.done == 0 && !in.error();
}

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_unless_end(
    reader& in, progress const& p) {
  if (!is_clean_end(in, p)) raise(failure_of(in, p));
}

#if RILL_HOSTED

[[gnu::noinline]] RILL_CORE bool scan_c_stream(FILE* stream, item_list list) {
  return scan_c_stream<FILE*>(stream, list);
}

#endif

RILL_CORE scan_result result_of(reader& in, progress const& p) {
  if (p.how == scan_ok) return scan_result();
  return scan_result(failure_of(in, p));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
