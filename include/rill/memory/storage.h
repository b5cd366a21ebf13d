// rill/memory/storage.h: a block of bytes that one object owns.
//
// Floor 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. Tests: test/memory/storage_test.cpp.
#ifndef RILL_MEMORY_STORAGE_H
#define RILL_MEMORY_STORAGE_H

#include <new>  // operator new

#include "../base/text.h"

namespace rill::inline RILL_BUILD {

/// A block of `size()` bytes on the heap, or none. Movable, not copyable.
class storage {
 public:
  storage() noexcept = default;
  explicit storage(std::size_t size)
      : data_(static_cast<char*>(::operator new(size))), size_(size) {}
  storage(storage&& other) noexcept : data_(other.data_), size_(other.size_) {
    other.data_ = nullptr;
    other.size_ = 0;
  }
  storage& operator=(storage&& other) noexcept {
    char* const data = data_;
    std::size_t const size = size_;
    data_ = other.data_;
    size_ = other.size_;
    other.data_ = data;
    other.size_ = size;
    return *this;
  }
  ~storage() { ::operator delete(data_); }

  char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

  /// Returns a block that holds a copy of the text and a NUL behind it.
  static storage copy_of(text from) {
    storage result(from.size + 1);
    *detail::copy_bytes(result.data_, from.data, from.size) = 0;
    return result;
  }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
