// rill/memory/storage.h: a block of bytes that one object owns.
//
// Floor 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. Tests: test/memory/storage_test.cpp.
#ifndef RILL_MEMORY_STORAGE_H
#define RILL_MEMORY_STORAGE_H

#include <new>  // operator new

#include "../base/text.h"

namespace rill::inline RILL_BUILD {

namespace detail {

/// A block of `size()` bytes on the heap, or none. Movable, not copyable.
/// `Memory` allocates and frees it, and holds what it needs for that.
template <class Memory>
class owned_block : protected Memory {
 public:
  owned_block() noexcept = default;
  explicit owned_block(std::size_t size, Memory memory = {})
      : Memory(memory),
        data_(static_cast<char*>(memory.take(size))),
        size_(size) {}
  owned_block(owned_block&& other) noexcept
      : Memory(other), data_(other.data_), size_(other.size_) {
    other.data_ = nullptr;
    other.size_ = 0;
  }
  // Swaps: the old block is freed with the other object.
  owned_block& operator=(owned_block&& other) noexcept {
    Memory const memory = other;
    char* const data = other.data_;
    std::size_t const size = other.size_;
    static_cast<Memory&>(other) = *this;
    other.data_ = data_;
    other.size_ = size_;
    static_cast<Memory&>(*this) = memory;
    data_ = data;
    size_ = size;
    return *this;
  }
  ~owned_block() { this->give(data_); }

  char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

struct plain_memory {
  static void* take(std::size_t size) { return ::operator new(size); }
  static void give(void* block) noexcept { ::operator delete(block); }
};

}  // namespace detail

/// A block of `size()` bytes on the heap, or none. Movable, not copyable.
class storage : public detail::owned_block<detail::plain_memory> {
 public:
  storage() noexcept = default;
  explicit storage(std::size_t size) : owned_block(size) {}

  /// Becomes a block of `size` bytes that begins with `kept`, which may lie in
  /// the block before. Returns that one, for a caller that still reads it.
  /// After std::bad_alloc all is as it was.
  storage grow(std::size_t size, text kept) {
    storage block(size);
    detail::copy_bytes(block.data(), kept.data, kept.size);
    *this = static_cast<storage&&>(block);
    return block;
  }

  /// Returns a block that holds a copy of the text and a NUL behind it.
  static storage copy_of(text from) {
    storage result(from.size + 1);
    *detail::copy_bytes(result.data(), from.data, from.size) = 0;
    return result;
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
