// rill/value/number_format.h: how an integer is written: its base, its case,
// its prefix. Values that wrap values; they nest in any order.
//
// Floor 2. Pure, constexpr, stateless. Tests: test/value/wrappers_test.cpp.
#ifndef RILL_VALUE_NUMBER_FORMAT_H
#define RILL_VALUE_NUMBER_FORMAT_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// An integer with the form in which it is written or read. Made by hex, oct,
/// bin, base, upper and prefix; T is a reference when an lvalue is wrapped.
template <class T, int Base, bool Upper = false, bool Prefix = false>
struct based {
  static constexpr int radix = Base;
  static constexpr bool is_upper = Upper;
  static constexpr bool has_prefix = Prefix;
  T value;
};

namespace detail {
template <class T>
inline constexpr bool is_based = false;
template <class T, int Base, bool Upper, bool Prefix>
inline constexpr bool is_based<based<T, Base, Upper, Prefix>> = true;
}  // namespace detail

/// Base 16: `print(hex(255))` gives `ff`; negative numbers are a minus and
/// the magnitude.
template <class T>
constexpr based<T, 16> hex(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Base 8.
template <class T>
constexpr based<T, 8> oct(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Base 2.
template <class T>
constexpr based<T, 2> bin(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Any base from 2 to 36: `base<36>(n)`.
template <int Base, class T>
constexpr based<T, Base> base(T&& value) {
  static_assert(Base >= 2 && Base <= 36, "rill: a base is between 2 and 36");
  return {static_cast<T&&>(value)};
}

/// Digits above 9, and the prefix, in capitals: `upper(hex(255))` is `FF`.
template <class T, int Base, bool Upper, bool Prefix>
constexpr based<T, Base, true, Prefix> upper(
    based<T, Base, Upper, Prefix> number) {
  return {static_cast<T&&>(number.value)};
}

/// 0x, 0b or 0 (octal) before the digits: `prefix(hex(255))` is `0xff`. Zero is
/// 0x0, 0b0 and, in octal, 0.
template <class T, int Base, bool Upper, bool Prefix>
constexpr based<T, Base, Upper, true> prefix(
    based<T, Base, Upper, Prefix> number) {
  static_assert(Base == 16 || Base == 8 || Base == 2,
                "rill: only hex, oct and bin have a prefix");
  return {static_cast<T&&>(number.value)};
}

}  // namespace rill::inline RILL_BUILD

#endif
