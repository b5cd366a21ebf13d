// rill/binary/hook.h: a type of the program's own, by one function for both
// ways.
//
// Layer 5. Tests: test/binary/hook_test.cpp.
#ifndef RILL_BINARY_HOOK_H
#define RILL_BINARY_HOOK_H

#include "tagged.h"

namespace rill::inline RILL_BUILD::detail {

// What io(…) takes: a value, or one with a number, which only binary_tagged
// writes.
template <class F, class T>
RILL_ALWAYS_INLINE constexpr auto& plain_part(T& part) noexcept {
  if constexpr (!F::has_numbers && is_numbered<std::remove_const_t<T>>)
    return part.value;
  else
    return part;
}

template <class F>
class binary_put_io {
 public:
  static constexpr bool is_reading = false;

  binary_put_io(binary_target& to, char* at) noexcept : to_(to), at_(at) {}
  binary_put_io(binary_put_io const&) = delete;
  binary_put_io& operator=(binary_put_io const&) = delete;

  /// Writes the values; true.
  template <class... T>
  bool operator()(T const&... values) {
    char* const at = at_;
    at_ = nullptr;  // what throws leaves no place to go on from
    if (RILL_UNLIKELY(!at)) return false;
    at_ = put_members<F>(to_, at, group_, plain_part<F>(values)...);
    return true;
  }
  char* end() {
    if (RILL_UNLIKELY(!at_)) {
      to_.fail(binary_problem::interrupted);
      return to_.begin_anew();
    }
    if constexpr (F::has_numbers) at_ = group_.end(to_, at_);
    return at_;
  }

 private:
  binary_target& to_;
  char* at_;
  group_writer<F> group_;
};

template <class F>
class binary_get_io {
 public:
  static constexpr bool is_reading = true;

  binary_get_io(binary_source& from, char const* at) noexcept
      : from_(from), at_(at) {}
  binary_get_io(binary_get_io const&) = delete;
  binary_get_io& operator=(binary_get_io const&) = delete;

  /// Reads the values. Returns false once one could not be read; from then on
  /// nothing is read, and the values stay as they are.
  template <class... T>
  bool operator()(T&&... values) {
    char const* const at = at_;
    at_ = nullptr;  // what throws leaves no place to go on from
    if (RILL_UNLIKELY(!at)) return false;
    int failed = -1;
    at_ = get_members<F>(from_, at, group_, failed, plain_part<F>(values)...);
    if (RILL_UNLIKELY(!at_) && failed >= 0)
      from_.in_member({}, failed + before_);
    before_ += int{sizeof...(T)};
    return at_ != nullptr;
  }
  char const* end() {
    if (RILL_UNLIKELY(!at_) && !from_.failure())
      return from_.fail_at(from_.passed(), binary_problem::interrupted);
    if constexpr (F::has_numbers)
      if (at_) at_ = group_.end(from_, at_);
    return at_;
  }

 private:
  binary_source& from_;
  char const* at_;
  int before_ = 0;  // values of the calls before
  group_reader<F> group_;
};

template <>
struct binary_coder<binary_kind::hook> {
  template <class>
  static constexpr std::size_t size = dynamic_size;
  template <class>
  static constexpr std::size_t least = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  // A hook that takes a `T&` does not change it while it is written.
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if (RILL_UNLIKELY(!to.enter())) return at;
    binary_put_io<F> io(to, at);
    if constexpr (requires { rill_binary(io, value); })
      rill_binary(io, value);
    else
      rill_binary(io, const_cast<T&>(value));
    to.leave();
    return io.end();
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    if (RILL_UNLIKELY(!from.enter(at))) return nullptr;
    binary_get_io<F> io(from, at);
    rill_binary(io, value);
    from.leave();
    return io.end();
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
