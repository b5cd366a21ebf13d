// rill/memory/aligned_storage.h: a block of bytes whose address is a
// multiple of a power of two.
//
// Floor 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. For files that are opened with O_DIRECT. Tests:
// test/memory/aligned_storage_test.cpp.
#ifndef RILL_MEMORY_ALIGNED_STORAGE_H
#define RILL_MEMORY_ALIGNED_STORAGE_H

#include <new>  // std::align_val_t

#include "storage.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// What is allocated with an alignment is freed with it.
struct aligned_memory {
  static constexpr std::size_t page_size = 4096;

  void* take(std::size_t size) const {
    return ::operator new(size, std::align_val_t(alignment_));
  }
  void give(void* block) const noexcept {
    ::operator delete(block, std::align_val_t(alignment_));
  }

  std::size_t alignment_ = page_size;
};

}  // namespace detail

/// A block of `size()` bytes on the heap, or none, that begins at a multiple
/// of `alignment()`. Movable, not copyable.
///
/// Requires: the alignment is a power of two. 4,096 suits O_DIRECT on every
/// disk there is.
/// Errors: std::bad_alloc.
///
/// Example:
///     rill::aligned_storage block(16384);
///     RILL_ASSERT(reinterpret_cast<std::size_t>(block.data()) % 4096 == 0);
///     block.data()[0] = 'a';
class aligned_storage : public detail::owned_block<detail::aligned_memory> {
 public:
  using aligned_memory::page_size;

  aligned_storage() noexcept = default;
  explicit aligned_storage(std::size_t size, std::size_t alignment = page_size)
      : owned_block(size, {alignment}) {}

  std::size_t alignment() const noexcept { return alignment_; }
};

}  // namespace rill::inline RILL_BUILD

#endif
