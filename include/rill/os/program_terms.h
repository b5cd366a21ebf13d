// rill/os/program_terms.h: texts that the system has, of any length.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/process/program_test.cpp.
#ifndef RILL_OS_PROGRAM_TERMS_H
#define RILL_OS_PROGRAM_TERMS_H

#include "../base/error_code.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD::os {

/// What was written into a caller's room. When `size` is larger than the room,
/// the room has nothing of use, and the caller asks again with more: `size`
/// bytes may be too few again, where the system does not tell how many.
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
