// rill/os/none/replacing.h: replacing a file in one step, where rill does not
// know how: it is refused before anything is touched.
//
// Layer 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_REPLACING_H
#define RILL_OS_NONE_REPLACING_H

#include "../os.h"
#include "../replace_options.h"

namespace rill::inline RILL_BUILD::os {

class replacement {
 public:
  explicit replacement(replace_options const&) {}
  replacement(replacement const&) = delete;
  replacement& operator=(replacement const&) = delete;

  failed_step begin(text) { return {"replace", library_problem::unsupported}; }
  native_handle handle() const { return no_handle; }
  failed_step commit() { return begin({}); }
};

}  // namespace rill::inline RILL_BUILD::os

#endif
