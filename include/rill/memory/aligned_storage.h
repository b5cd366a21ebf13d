// rill/memory/aligned_storage.h: a block of bytes whose address is a
// multiple of a power of two.
//
// Floor 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. For files that are opened with O_DIRECT. Tests:
// test/memory/aligned_storage_test.cpp.
#ifndef RILL_MEMORY_ALIGNED_STORAGE_H
#define RILL_MEMORY_ALIGNED_STORAGE_H

#include <new>  // operator new, std::align_val_t

#include "../base/text.h"

namespace rill::inline RILL_BUILD {

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
class aligned_storage {
 public:
  static constexpr std::size_t page_size = 4096;

  aligned_storage() noexcept = default;
  explicit aligned_storage(std::size_t size, std::size_t alignment = page_size)
      : data_(static_cast<char*>(
            ::operator new(size, std::align_val_t(alignment)))),
        size_(size),
        alignment_(alignment) {}
  aligned_storage(aligned_storage&& other) noexcept
      : data_(other.data_), size_(other.size_), alignment_(other.alignment_) {
    other.data_ = nullptr;
    other.size_ = 0;
  }
  aligned_storage& operator=(aligned_storage&& other) noexcept {
    swap(data_, other.data_);
    swap(size_, other.size_);
    swap(alignment_, other.alignment_);
    return *this;
  }
  ~aligned_storage() {
    if (data_) ::operator delete(data_, std::align_val_t(alignment_));
  }

  char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t alignment() const noexcept { return alignment_; }

 private:
  template <class T>
  static void swap(T& a, T& b) noexcept {
    T const kept = a;
    a = b;
    b = kept;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t alignment_ = page_size;
};

}  // namespace rill::inline RILL_BUILD

#endif
