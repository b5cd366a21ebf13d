// rill/os/libc/runtime.h: memory and the program's end, by the C library.
//
// Floor 3. Throws nothing. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_LIBC_RUNTIME_H
#define RILL_OS_LIBC_RUNTIME_H

#include <stdlib.h>  // malloc, realloc, free, exit

#include <cstddef>  // std::size_t

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// Memory without exceptions: null where there is none.
inline void* take_memory(std::size_t size) noexcept { return ::malloc(size); }
/// The same memory or other, with the bytes of what was taken; null, and
/// nothing has changed, where there is none.
inline void* resize_memory(void* taken, std::size_t size) noexcept {
  return ::realloc(taken, size);
}
inline void give_memory(void* taken) noexcept { ::free(taken); }

[[noreturn]] inline void end_program_with(int status) noexcept {
  ::exit(status);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
