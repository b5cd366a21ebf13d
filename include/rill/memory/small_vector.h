// rill/memory/small_vector.h: plain values, one behind the other, as many as
// come.
//
// Layer 1. Allocates with operator new, so a lack of memory is
// std::bad_alloc. Tests: test/memory/small_vector_test.cpp.
#ifndef RILL_MEMORY_SMALL_VECTOR_H
#define RILL_MEMORY_SMALL_VECTOR_H

#include <type_traits>  // std::is_trivially_copyable_v

#include "storage.h"

namespace rill::inline RILL_BUILD::detail {

// Room for values in the object itself.
template <class T, std::size_t Count>
struct inline_room {
  T* room() noexcept { return reinterpret_cast<T*>(bytes_); }

  alignas(T) char bytes_[Count * sizeof(T)];
};
template <class T>
struct inline_room<T, 0> {
  static T* room() noexcept { return nullptr; }
};

/// Values of a type that a copy of the bytes copies. Where `Inline` is not 0,
/// the first of them are in the object and the heap is not asked for them.
/// Movable, not copyable.
///
/// Once there is a value, there is room for one more behind the last, which
/// is not counted: for the NUL of a path. So `Inline` has to be one more than
/// the values that are usual.
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

  /// Makes room for `count` values and the one behind them. Returns the block
  /// that was before, for a caller that reads it on.
  storage reserve(std::size_t count) {
    if (RILL_UNLIKELY(count >= capacity())) return grow(count);
    return {};
  }
  // Not by reference: the value may lie in the block that moves.
  void add(T value) {
    if (RILL_UNLIKELY(size_ + 1 >= capacity())) (void)grow(size_ + 1);
    data()[size_++] = value;
  }
  /// The values may be some of its own.
  void add(T const* values, std::size_t count) {
    storage const before = reserve(size_ + count);
    copy_bytes(reinterpret_cast<char*>(data() + size_),
               reinterpret_cast<char const*>(values), count * sizeof(T));
    size_ += count;
  }
  /// Requires that the values up to `size` are there: that they were added,
  /// or written into room that was reserved.
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
