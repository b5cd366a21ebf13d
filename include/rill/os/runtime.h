// rill/os/runtime.h: the runtime functions that errors need: allocation, and
// ending the program.
//
// Layer 3. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_RUNTIME_H
#define RILL_OS_RUNTIME_H

#include "../base/config.h"

// Allocation and ending the program, by the C library.
//
// Throws nothing.

#if RILL_HOSTED
#include <stdlib.h>  // malloc, realloc, free, exit

#include <cstddef>  // std::size_t

namespace rill::inline RILL_BUILD::os {

/// Allocates memory; null on failure.
inline void* take_memory(std::size_t size) noexcept { return ::malloc(size); }
/// Resizes memory, which may move it. Returns null on failure; the old memory
/// is then unchanged.
inline void* resize_memory(void* taken, std::size_t size) noexcept {
  return ::realloc(taken, size);
}
inline void give_memory(void* taken) noexcept { ::free(taken); }

[[noreturn]] inline void end_program_with(int status) noexcept {
  ::exit(status);
}

}  // namespace rill::inline RILL_BUILD::os

#else

// Allocation and ending the program, without a C library.
//
// Throws nothing. Tests: test/package/freestanding/.

#include <cstddef>  // std::size_t

namespace rill::inline RILL_BUILD::os {

// Only errors allocate here: an error takes one block for its strings and one
// for its sentence; without a block it has only its code. Programs without
// errors do not contain the blocks.
struct memory_blocks {
  static constexpr std::size_t size = 512;
  static constexpr int count = 8;
  static_assert(size % alignof(std::max_align_t) == 0);

  alignas(std::max_align_t) char bytes[count][size];
  int is_taken[count];  // int: not every processor exchanges bytes
};
inline constinit memory_blocks blocks{};

/// Returns a free block; null if all are taken or a block is too small.
inline void* take_memory(std::size_t size) noexcept {
  if (size > memory_blocks::size) return nullptr;
  for (int i = 0; i != memory_blocks::count; ++i)
    if (!__atomic_exchange_n(&blocks.is_taken[i], 1, __ATOMIC_ACQUIRE))
      return &blocks.bytes[i][0];
  return nullptr;
}
/// Returns the block itself, if it is large enough: blocks have a fixed size.
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

#endif  // RILL_HOSTED

#endif
