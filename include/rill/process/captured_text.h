// rill/process/captured_text.h: what a child has printed, in memory.
//
// Floor 5. Allocates with operator new, and from the system when it is large.
// Tests: test/process/captured_text_test.cpp.
#ifndef RILL_PROCESS_CAPTURED_TEXT_H
#define RILL_PROCESS_CAPTURED_TEXT_H

#include "../memory/owned_text.h"  // made_of_bytes
#include "../memory/remake.h"
#include "../stream/load_block.h"

namespace rill::inline RILL_BUILD {

/// The bytes of a stream, with a NUL behind them. Movable. Prints itself, is an
/// argument of lines and what else takes text, and converts to std::string,
/// std::string_view and rill::text.
class captured_text {
 public:
  /// What marks text in every library; nothing is done with it.
  using traits_type = captured_text;

  captured_text() noexcept = default;
  captured_text(captured_text&& other) noexcept
      : block_(static_cast<detail::load_block&&>(other.block_)),
        size_(other.size_) {
    other.size_ = 0;
  }
  captured_text& operator=(captured_text&& other) noexcept {
    return detail::remake(*this, static_cast<captured_text&&>(other));
  }
  ~captured_text() = default;

  char const* data() const noexcept { return c_str(); }
  char const* c_str() const noexcept {
    return block_.data() ? block_.data() : "";
  }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  char const* begin() const noexcept { return c_str(); }
  char const* end() const noexcept { return c_str() + size_; }
  text bytes() const noexcept { return {c_str(), size_}; }

  /// The bytes without the newlines at their end, as the shell's `$(…)`.
  text trimmed() const noexcept {
    text result = bytes();
    while (result.size != 0 && (result.data[result.size - 1] == '\n' ||
                                result.data[result.size - 1] == '\r'))
      --result.size;
    return result;
  }

  /// To a string or a view.
  template <detail::made_of_bytes String>
  operator String() const {
    return String(c_str(), size_);
  }

  // A template for the reasons of base/text.h: no operand is converted.
  template <class Captured, class Other>
    requires(std::is_same_v<Captured, captured_text> &&
             std::is_convertible_v<Other const&, text> &&
             !std::is_null_pointer_v<Other>)
  friend bool operator==(Captured const& a, Other const& b) noexcept {
    return a.bytes() == b;
  }

  /// Makes room for at least one more byte, and for the NUL. Throws
  /// std::bad_alloc, or returns the system's error.
  error_code make_room() {
    constexpr std::size_t first = 16 << 10;
    if (block_.size() > size_ + 1) return {};
    error_code const error =
        block_.grow(detail::larger(first, block_.size() * 2), size_);
    if (!error) cut_to(size_);
    return error;
  }
  char* room_begin() const noexcept { return block_.data() + size_; }
  std::size_t room_size() const noexcept { return block_.size() - size_ - 1; }
  /// Takes bytes that were written into the room.
  void take(std::size_t count) noexcept {
    size_ += count;
    block_.data()[size_] = '\0';
  }
  void cut_to(std::size_t size) noexcept {
    size_ = size;
    if (block_.data()) block_.data()[size] = '\0';
  }
  void drop_front(std::size_t count) noexcept {
    if (count == 0) return;
    __builtin_memmove(block_.data(), block_.data() + count, size_ - count);
    cut_to(size_ - count);
  }

 private:
  detail::load_block block_;
  std::size_t size_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
