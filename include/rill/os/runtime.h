// rill/os/runtime.h: what an error needs of the program's runtime: memory, and
// the program's end.
//
// Layer 3. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_RUNTIME_H
#define RILL_OS_RUNTIME_H

#include "../base/config.h"

// Memory and the program's end, by the C library.
//
// Throws nothing.

#if RILL_HOSTED
#include <stdlib.h>  // malloc, realloc, free, exit
#include <cstddef>   // std::size_t
#include "../base/config.h"

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
#endif  // RILL_HOSTED

// Memory and the program's end where there is no C library.
//
// Throws nothing. Tests: test/package/freestanding/.

#if !RILL_HOSTED
#include <cstddef>  // std::size_t
#include "../base/config.h"

namespace rill::inline RILL_BUILD::os {

// Errors are all that needs memory here. One takes a block for its words and
// one for its sentence; an error that gets none has its code alone. In
// programs without errors the blocks do not exist.
struct memory_blocks {
  static constexpr std::size_t size = 512;
  static constexpr int count = 8;
  static_assert(size % alignof(std::max_align_t) == 0);

  alignas(std::max_align_t) char bytes[count][size];
  int is_taken[count];  // exchanged by more processors than a bool is
};
inline constinit memory_blocks blocks{};

/// A block that nobody has; null when there is none, or it would be too
/// small.
inline void* take_memory(std::size_t size) noexcept {
  if (size > memory_blocks::size) return nullptr;
  for (int i = 0; i != memory_blocks::count; ++i)
    if (!__atomic_exchange_n(&blocks.is_taken[i], 1, __ATOMIC_ACQUIRE))
      return &blocks.bytes[i][0];
  return nullptr;
}
/// A block is as large as it can be.
inline void* resize_memory(void* taken, std::size_t size) noexcept {
  if (!taken) return take_memory(size);
  return size <= memory_blocks::size ? taken : nullptr;
}
inline void give_memory(void* taken) noexcept {
  for (int i = 0; i != memory_blocks::count; ++i)
    if (taken == &blocks.bytes[i][0])
      __atomic_store_n(&blocks.is_taken[i], 0, __ATOMIC_RELEASE);
}

[[noreturn]] inline void end_program_with(int) noexcept { __builtin_trap(); }

}  // namespace rill::inline RILL_BUILD::os
#endif  // !RILL_HOSTED

// The chooser of what an error needs of the program's runtime: memory, and the
// program's end.

#endif
