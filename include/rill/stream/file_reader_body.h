// rill/stream/file_reader_body.h: the bodies of file_reader.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_FILE_READER_BODY_H
#define RILL_STREAM_FILE_READER_BODY_H

#include "file_reader.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE long long offset_in_file(os::native_handle handle,
                                   os::device_status const& status) {
  if (status.kind != os::device_kind::regular) return -1;
  os::position const at = os::seek(handle, 0, os::from_here);
  return at.error ? -1 : at.offset;
}

RILL_CORE long long offset_in_file(os::native_handle handle) {
  return offset_in_file(handle, os::status(handle));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
