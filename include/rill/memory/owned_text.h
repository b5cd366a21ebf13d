// rill/memory/owned_text.h: a text that owns its bytes.
//
// Layer 1. Allocates with operator new; a failure is std::bad_alloc. Results
// use it instead of std::string, whose header costs 120 ms and more of compile
// time (docs/architecture.md). Tests: test/memory/owned_text_test.cpp.
#ifndef RILL_MEMORY_OWNED_TEXT_H
#define RILL_MEMORY_OWNED_TEXT_H

#include "small_vector.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// std::string, std::string_view and those of other libraries.
template <class String>
concept made_of_bytes = requires {
  typename String::traits_type;
  String(static_cast<char const*>(nullptr), std::size_t{});
};

}  // namespace detail

/// Bytes on the heap, followed by a NUL that is not counted. Movable, not
/// copyable; empty after it was moved from. Prints itself, and converts to
/// std::string, std::string_view and rill::text.
///
/// Example:
///     rill::owned_text all(rill::text("a"));
///     all.add("b");
///     std::string as_string = all;
class owned_text {
 public:
  /// Marks the class as text for other libraries; otherwise unused.
  using traits_type = owned_text;

  owned_text() noexcept = default;
  explicit owned_text(text bytes) { add(bytes); }

  char const* data() const noexcept { return c_str(); }
  /// Never returns null.
  char const* c_str() const noexcept {
    return bytes_.data() ? bytes_.data() : "";
  }
  std::size_t size() const noexcept { return bytes_.size(); }
  bool empty() const noexcept { return bytes_.empty(); }
  char const* begin() const noexcept { return c_str(); }
  char const* end() const noexcept { return c_str() + size(); }
  text bytes() const noexcept { return {c_str(), size()}; }

  /// Converts to a string or a view.
  template <detail::made_of_bytes String>
  operator String() const {
    return String(c_str(), size());
  }

  // A template in both operands, for the reasons given in base/text.h.
  template <class Owned, class Other>
    requires(std::is_base_of_v<owned_text, Owned> &&
             std::is_convertible_v<Other const&, text> &&
             !std::is_null_pointer_v<Other>)
  friend bool operator==(Owned const& a, Other const& b) noexcept {
    return a.bytes() == b;
  }

  /// Appends bytes, which may be part of this text.
  void add(text more) {
    bytes_.add(more.data, more.size);
    end_at(bytes_.size());
  }

  /// Makes room for `size` bytes in all. Returns the replaced block, which may
  /// be empty, for a caller that still reads from it.
  storage reserve(std::size_t size) {
    storage before = bytes_.reserve(size);
    end_at(bytes_.size());
    return before;
  }

  /// Returns room for `size` bytes behind the last. commit() adds the bytes
  /// that the caller writes there.
  char* prepare(std::size_t size) {
    (void)bytes_.reserve(bytes_.size() + size);
    return bytes_.data() + bytes_.size();
  }
  /// Adds the first `size` bytes that were written into the room of prepare().
  /// Requires that `size` is not larger than that room.
  void commit(std::size_t size) noexcept { end_at(bytes_.size() + size); }

  /// Keeps the first `size` bytes. Requires size <= size().
  void cut_to(std::size_t size) noexcept {
    if (bytes_.data()) end_at(size);
  }

 private:
  void end_at(std::size_t size) noexcept {
    bytes_.set_size(size);
    bytes_.data()[size] = '\0';
  }

  detail::small_vector<char> bytes_;
};

}  // namespace rill::inline RILL_BUILD

#endif
