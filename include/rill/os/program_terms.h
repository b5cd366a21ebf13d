// rill/os/program_terms.h: texts that the system has, of any length.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/process/program_test.cpp.
#ifndef RILL_OS_PROGRAM_TERMS_H
#define RILL_OS_PROGRAM_TERMS_H

#include "../base/error_code.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD::os {

/// The size of a text that was written into a caller's room. If it is larger
/// than the room, the contents of the room are unspecified, and the caller
/// repeats the call with more room. `size` bytes may be too few again, because
/// some systems do not tell the size.
struct filled {
  std::size_t size = 0;
  error_code error;
  bool is_there = true;  ///< of a variable: that there is one
};

inline filled filled_with(text found, char* out, std::size_t room) noexcept {
  if (found.size <= room) detail::copy_text(out, found);
  return {found.size, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
