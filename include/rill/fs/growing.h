// rill/fs/growing.h: plain values, one behind the other, as many as come.
//
// Floor 5. Allocates with operator new, so a lack of memory is
// std::bad_alloc. For types that a copy of the bytes copies. Tests:
// test/fs/glob_test.cpp, test/fs/walk_test.cpp.
#ifndef RILL_FS_GROWING_H
#define RILL_FS_GROWING_H

#include "../memory/storage.h"

namespace rill::inline RILL_BUILD::fs::detail {

template <class T>
class growing {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  growing() noexcept = default;
  growing(growing&& other) noexcept
      : block_(static_cast<storage&&>(other.block_)), size_(other.size_) {
    other.size_ = 0;
  }
  growing& operator=(growing&& other) noexcept {
    block_ = static_cast<storage&&>(other.block_);
    size_ = other.size_;
    other.size_ = 0;
    return *this;
  }

  T* data() const noexcept { return reinterpret_cast<T*>(block_.data()); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t i) const noexcept { return data()[i]; }
  T& back() const noexcept { return data()[size_ - 1]; }

  // There is room for one value more behind the last, uncounted. Returns the
  // block that was before, for who still reads it.
  storage reserve(std::size_t count) {
    storage before;
    if (count < block_.size() / sizeof(T)) return before;
    storage bigger((count + 8) * 2 * sizeof(T));
    rill::detail::copy_bytes(bigger.data(), block_.data(), size_ * sizeof(T));
    before = static_cast<storage&&>(block_);
    block_ = static_cast<storage&&>(bigger);
    return before;
  }
  // Not by reference: the value may lie in the block that moves.
  void add(T value) {
    reserve(size_ + 1);
    data()[size_++] = value;
  }
  // The values may be some of its own.
  void add(T const* values, std::size_t count) {
    storage const before = reserve(size_ + count);
    rill::detail::copy_bytes(reinterpret_cast<char*>(data() + size_),
                             reinterpret_cast<char const*>(values),
                             count * sizeof(T));
    size_ += count;
  }
  void cut_to(std::size_t size) noexcept { size_ = size; }
  void take_back() noexcept { --size_; }

 private:
  storage block_;
  std::size_t size_ = 0;
};

}  // namespace rill::inline RILL_BUILD::fs::detail

#endif
