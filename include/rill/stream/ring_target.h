// rill/stream/ring_target.h: where read_until puts what it read.
//
// Floor 4. A block of fixed size, or a string, known by its shape. Tests:
// test/stream/ring_reader_test.cpp.
#ifndef RILL_STREAM_RING_TARGET_H
#define RILL_STREAM_RING_TARGET_H

#include <type_traits>  // std::remove_reference_t

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

class block_target {
 public:
  block_target(char* data, std::size_t size) noexcept
      : data_(data), size_(size) {}

  std::size_t room() const noexcept { return size_; }
  void add(char const* data, std::size_t size) noexcept {
    data_ = copy_bytes(data_, data, size);
    size_ -= size;
  }

 private:
  char* data_;
  std::size_t size_;
};

// A string begins anew and grows.
template <class String>
class string_target {
 public:
  explicit string_target(String& to) : to_(to) { to.clear(); }

  std::size_t room() const noexcept { return ~std::size_t{0}; }
  void add(char const* data, std::size_t size) { to_.append(data, size); }

 private:
  String& to_;
};

template <class Out>
concept growing_text = requires(Out& out, char const* data, std::size_t size) {
  out.clear();
  out.append(data, size);
};

// char[N], a string, or a span or array of char.
template <class Out>
auto target_for(Out&& out) {
  using bare = std::remove_reference_t<Out>;
  if constexpr (std::is_array_v<bare>)
    return block_target(&out[0], sizeof out);
  else if constexpr (growing_text<bare>)
    return string_target<bare>(out);
  else
    return block_target(out.data(), static_cast<std::size_t>(out.size()));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
