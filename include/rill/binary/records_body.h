// rill/binary/records_body.h: the torn end of a log goes.
//
// Layer 5. The bodies of records.h. Tests: test/binary/records_test.cpp.
#ifndef RILL_BINARY_RECORDS_BODY_H
#define RILL_BINARY_RECORDS_BODY_H

#include "records.h"

namespace rill::inline RILL_BUILD {

#if RILL_HOSTED
RILL_CORE result<unsigned long long> try_repair_records(path_view path,
                                                        binary_limits limits) {
  auto log = file::try_update(path, {.create = true});
  if (!log) return log.error();
  file_view const view = *log;
  file_reader in(static_cast<file&&>(*log));
  detail::record_finder finder(nullptr, limits.memory,
                               detail::record_finder::mode::strict);
  text payload;
  while (finder.find(in, payload)) finder.take(in);
  if (finder.failure()) return finder.failure();
  if (finder.torn()) {
    auto const size = static_cast<long long>(finder.good_size());
    if (auto cut = view.try_truncate(size); !cut) return cut.error();
  }
  return finder.good_size();
}
#endif

}  // namespace rill::inline RILL_BUILD

#endif
