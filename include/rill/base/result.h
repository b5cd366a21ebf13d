// rill/base/result.h: a value or the reason why there is none.
//
// Floor 0. Allocates nothing itself; throws only what moving the value
// throws. rill::result<T> (os/error.h) is this with rill::error as the
// reason. Tests: test/base/result_test.cpp.
#ifndef RILL_BASE_RESULT_H
#define RILL_BASE_RESULT_H

#include <new>          // placement new
#include <type_traits>  // std::is_nothrow_move_constructible_v

#include "config.h"

namespace rill::inline RILL_BUILD {

namespace detail {
template <class T>
constexpr T&& moved(T& value) noexcept {
  return static_cast<T&&>(value);
}
}  // namespace detail

/// Holds a T, or an E that says why there is none.
///
/// `raise(E const&)` is what value() calls when there is no value; it is
/// found by argument-dependent lookup and must not return.
template <class T, class E>
class [[nodiscard]] basic_result {
 public:
  // Named `value`, a pointer to a function gets a warning from g++ that it
  // hides value().
  basic_result(T given) : has_value_(true) {
    ::new (static_cast<void*>(&value_)) T(detail::moved(given));
  }
  basic_result(E reason) : has_value_(false) {
    ::new (static_cast<void*>(&error_)) E(detail::moved(reason));
  }
  basic_result(basic_result&& other) : has_value_(other.has_value_) {
    take(other);
  }
  basic_result(basic_result const&) = delete;
  basic_result& operator=(basic_result const&) = delete;
  /// Only where moving cannot throw: there is always a value or a reason.
  basic_result& operator=(basic_result&& other) noexcept
    requires(std::is_nothrow_move_constructible_v<T> &&
             std::is_nothrow_move_constructible_v<E>)
  {
    if (this == &other) return *this;
    destroy();
    has_value_ = other.has_value_;
    take(other);
    return *this;
  }
  ~basic_result() { destroy(); }

  /// Returns true when there is a value.
  explicit operator bool() const noexcept { return has_value_; }

  /// Returns the value. Requires that there is one.
  T& operator*() & noexcept { return value_; }
  T const& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return detail::moved(value_); }
  T* operator->() noexcept { return &value_; }
  T const* operator->() const noexcept { return &value_; }

  /// Returns the value, or raises the error.
  T& value() & {
    if (!has_value_) raise(error_);
    return value_;
  }
  T const& value() const& {
    if (!has_value_) raise(error_);
    return value_;
  }
  T&& value() && {
    if (!has_value_) raise(error_);
    return detail::moved(value_);
  }

  /// Returns the error. Requires that there is no value.
  E const& error() const noexcept { return error_; }

 private:
  // Makes what the other has, where nothing lives.
  void take(basic_result& other) {
    if (other.has_value_)
      ::new (static_cast<void*>(&value_)) T(detail::moved(other.value_));
    else
      ::new (static_cast<void*>(&error_)) E(detail::moved(other.error_));
  }
  void destroy() noexcept {
    if (has_value_)
      value_.~T();
    else
      error_.~E();
  }

  union {
    T value_;
    E error_;
  };
  bool has_value_;
};

/// The result of an operation that gives nothing but may fail.
template <class E>
class [[nodiscard]] basic_result<void, E> {
 public:
  basic_result() = default;
  basic_result(E reason) : error_(detail::moved(reason)) {}

  explicit operator bool() const noexcept { return !error_; }
  void value() const {
    if (error_) raise(error_);
  }
  E const& error() const noexcept { return error_; }

 private:
  E error_;  // an E that is false says that all went well
};

}  // namespace rill::inline RILL_BUILD

#endif
