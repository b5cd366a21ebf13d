// rill/memory/small_vector.h: a growing array of trivially copyable values.
//
// Layer 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. Tests: test/memory/small_vector_test.cpp.
#ifndef RILL_MEMORY_SMALL_VECTOR_H
#define RILL_MEMORY_SMALL_VECTOR_H

#include <type_traits>  // std::is_trivially_copyable_v

#include "storage.h"

namespace rill::inline RILL_BUILD::detail {

// Memory for values in the object itself.
template <class T, std::size_t Count>
struct inline_room {
  T* room() noexcept { return reinterpret_cast<T*>(bytes_); }

  alignas(T) char bytes_[Count * sizeof(T)];
};
template <class T>
struct inline_room<T, 0> {
  static T* room() noexcept { return nullptr; }
};

/// A growing array of trivially copyable values. Where `Inline` is not 0, the
/// first ones are stored in the object, without an allocation. Movable, not
/// copyable.
///
/// A vector that is not empty has room for one uncounted value after the last,
/// for the NUL of a path. So `Inline` should be one more than the usual number
/// of values.
template <class T, std::size_t Inline = 0>
class small_vector : inline_room<T, Inline> {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  small_vector() noexcept = default;
  small_vector(small_vector&& other) noexcept
      : inline_room<T, Inline>(other),
        block_(static_cast<storage&&>(other.block_)),
        size_(other.size_) {
    other.size_ = 0;
  }
  small_vector& operator=(small_vector&& other) noexcept {
    if (this == &other) return *this;
    static_cast<inline_room<T, Inline>&>(*this) = other;
    block_ = static_cast<storage&&>(other.block_);
    size_ = other.size_;
    other.size_ = 0;
    return *this;
  }

  T* data() noexcept {
    if constexpr (Inline != 0)
      if (!block_.data()) return this->room();
    return reinterpret_cast<T*>(block_.data());
  }
  T const* data() const noexcept {
    return const_cast<small_vector*>(this)->data();
  }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept {
    if constexpr (Inline != 0)
      if (!block_.data()) return Inline;
    return block_.size() / sizeof(T);
  }
  bool empty() const noexcept { return size_ == 0; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  T const* begin() const noexcept { return data(); }
  T const* end() const noexcept { return data() + size_; }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  T const& operator[](std::size_t i) const noexcept { return data()[i]; }
  T& back() noexcept { return data()[size_ - 1]; }
  T const& back() const noexcept { return data()[size_ - 1]; }

  /// Makes room for `count` values and one after them. Returns the old block,
  /// for a caller that still reads it; empty without a reallocation.
  storage reserve(std::size_t count) {
    if (RILL_UNLIKELY(count >= capacity())) return grow(count);
    return {};
  }
  // By value: a reference could point into the block that is replaced.
  void add(T value) {
    if (RILL_UNLIKELY(size_ + 1 >= capacity())) (void)grow(size_ + 1);
    data()[size_++] = value;
  }
  /// Appends values, which may be elements of this vector.
  void add(T const* values, std::size_t count) {
    storage const before = reserve(size_ + count);
    copy_bytes(reinterpret_cast<char*>(data() + size_),
               reinterpret_cast<char const*>(values), count * sizeof(T));
    size_ += count;
  }
  /// Requires that the first `size` values exist: added, or written into
  /// reserved room.
  void set_size(std::size_t size) noexcept { size_ = size; }
  void take_back() noexcept { --size_; }

 private:
  [[gnu::noinline]] storage grow(std::size_t count) {
    return block_.grow(
        (count + 8) * 2 * sizeof(T),
        {reinterpret_cast<char const*>(data()), size_ * sizeof(T)});
  }

  storage block_;
  std::size_t size_ = 0;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
