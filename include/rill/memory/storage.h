// rill/memory/storage.h: a block of bytes that one object owns, and cleanup
// after std::bad_alloc.
//
// Layer 1. Tests: test/scan/allocation_test.cpp,
// test/stream/allocation_test.cpp, test/memory/remake_test.cpp,
// test/memory/storage_test.cpp.
#ifndef RILL_MEMORY_STORAGE_H
#define RILL_MEMORY_STORAGE_H

#include <new>  // std::bad_alloc, placement new, operator new

#include "../base/config.h"
#include "../base/text.h"

// Cleanup before std::bad_alloc leaves an operation.
//
// Allocates nothing.

namespace rill::inline RILL_BUILD {
namespace detail {

/// Returns work(). When it throws std::bad_alloc, calls undo(), which must not
/// throw, and rethrows: the caller can repeat the operation when there is
/// memory. Other exceptions pass without undo().
template <class Work, class Undo>
inline auto undo_on_bad_alloc(Work work, [[maybe_unused]] Undo undo) {
#if RILL_EXCEPTIONS
  try {
    return work();
  } catch (std::bad_alloc const&) {
    undo();
    throw;
  }
#else
  return work();
#endif
}

// Move assignment by move construction.
//
// Allocates nothing.

/// Move assignment for a class whose move constructor suffices: destroys the
/// object and constructs it again from `other`. Self-assignment has no effect.
/// Requires that the move constructor does not throw, and that T is the type of
/// the complete object.
template <class T>
T& remake(T& object, T&& other) noexcept {
  if (&object == &other) return object;
  object.~T();
  return *::new (static_cast<void*>(&object)) T(static_cast<T&&>(other));
}

// A block of bytes that one object owns.
//
// Allocates with operator new; a failure is std::bad_alloc.

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
  // Swaps: the other object then frees the old block.
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

/// A block of `size()` bytes on the heap, or empty. Movable, not copyable.
class storage : public detail::owned_block<detail::plain_memory> {
 public:
  storage() noexcept = default;
  explicit storage(std::size_t size) : owned_block(size) {}

  /// Replaces the block by one of `size` bytes that begins with a copy of
  /// `kept`, which may lie in the old block. Returns the old block, for a
  /// caller that still reads it. After std::bad_alloc the object is unchanged.
  storage grow(std::size_t size, text kept) {
    storage block(size);
    detail::copy_bytes(block.data(), kept.data, kept.size);
    *this = static_cast<storage&&>(block);
    return block;
  }

  /// Returns a block that holds a copy of the text and a NUL after it.
  static storage copy_of(text from) {
    storage result(from.size + 1);
    *detail::copy_bytes(result.data(), from.data, from.size) = 0;
    return result;
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
