// rill/os/file_body.h: the bodies of file.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_FILE_BODY_H
#define RILL_OS_FILE_BODY_H

#include "file.h"

namespace rill::inline RILL_BUILD {

RILL_CORE result<file> file_view::try_duplicate() const {
  os::opened const copy = os::duplicate(handle_);
  if (copy.error) return failure("duplicate", copy.error);
  return file::adopt(copy.handle, name());
}

RILL_CORE file file_view::duplicate() const { return try_duplicate().value(); }

RILL_CORE result<file> file::try_temporary(path_view folder) {
  if (error_code const problem = folder.problem())
    return rill::error(problem, "open", folder.bytes());
  storage name = storage::copy_of(folder.bytes());
  os::opened const opened = os::open_unnamed(name.data());
  if (opened.error)
    return rill::error(opened.error, "make a temporary file in",
                       folder.bytes());
  return file(opened.handle, static_cast<storage&&>(name));
}

}  // namespace rill::inline RILL_BUILD

#endif
