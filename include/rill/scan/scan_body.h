// rill/scan/scan_body.h: the bodies of scan.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_SCAN_BODY_H
#define RILL_SCAN_SCAN_BODY_H

#include "scan.h"

namespace rill::inline RILL_BUILD {
namespace detail {
#if RILL_HOSTED

[[gnu::noinline]] RILL_CORE bool scan_c_stream(FILE* stream, item_list list) {
  return scan_c_stream<FILE*>(stream, list);
}

#endif

RILL_CORE scan_result result_of(reader const& in, progress const& p) {
  if (p.how == fine) return scan_result();
  if (is_clean_end(in, p)) return scan_result(true);
  return scan_result(failure_of(in, p));
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
