// rill/value/wrappers.h: wrappers for debug form, and for how a number is
// written and read.
//
// Layer 2. Tests: test/print/debug_test.cpp, test/value/wrappers_test.cpp,
// test/print/number_form_test.cpp, test/print/number_style_test.cpp.
#ifndef RILL_VALUE_WRAPPERS_H
#define RILL_VALUE_WRAPPERS_H

#include <type_traits>  // std::is_arithmetic_v, std::remove_reference_t

#include "../base/config.h"
#include "../base/iteration.h"
#include "../base/text.h"

// Values in debug form, as a programmer inspects them.
//
// Pure.

namespace rill::inline RILL_BUILD {

namespace detail {
// A value in debug form.
template <class T>
struct debugged {
  T value;
};
}  // namespace detail

/// `debug(x)`: prints text in double quotes and characters in single quotes,
/// with escapes for invisible characters and ill-formed bytes; pointers as
/// addresses, or nullptr; everything else as print does. The parts of
/// containers and structures always print in debug form.
///
/// Example:
///     rill::println(rill::debug("two\nlines"), ' ', rill::debug('"'));
template <class T>
constexpr detail::debugged<detail::kept<T>> debug(T&& value) {
  return {static_cast<T&&>(value)};
}

// Integer wrappers: base, case and prefix. They nest in any order.
//
// Pure, constexpr, stateless.

namespace detail {
// An integer with the form in which it is written or read. Made by hex, oct,
// bin, base, upper and prefix; T is a reference when an lvalue is wrapped.
template <class T, int Base, bool Upper = false, bool Prefix = false>
struct based {
  static constexpr int radix = Base;
  static constexpr bool is_upper = Upper;
  static constexpr bool has_prefix = Prefix;
  T value;
};

template <class T>
inline constexpr bool is_based = false;
template <class T, int Base, bool Upper, bool Prefix>
inline constexpr bool is_based<based<T, Base, Upper, Prefix>> = true;
}  // namespace detail

/// Base 16: `print(hex(255))` prints `ff`; negative numbers print as a minus
/// and the magnitude. `scan(hex(n))` also reads `0xff`.
template <class T>
constexpr detail::based<T, 16> hex(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Base 8. `scan(oct(n))` also reads `0o17`.
template <class T>
constexpr detail::based<T, 8> oct(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Base 2. `scan(bin(n))` also reads `0b101`.
template <class T>
constexpr detail::based<T, 2> bin(T&& value) {
  return {static_cast<T&&>(value)};
}

/// Any base from 2 to 36: `base<36>(n)`.
template <int Base, class T>
constexpr detail::based<T, Base> base(T&& value) {
  static_assert(Base >= 2 && Base <= 36, "rill: a base is between 2 and 36");
  return {static_cast<T&&>(value)};
}

/// Upper case for the digits above 9 and the prefix: `upper(hex(255))` is `FF`.
template <class T, int Base, bool Upper, bool Prefix>
constexpr detail::based<T, Base, true, Prefix> upper(
    detail::based<T, Base, Upper, Prefix> number) {
  return {static_cast<T&&>(number.value)};
}

/// 0x, 0b or 0 (octal) before the digits: `prefix(hex(255))` is `0xff`. Zero is
/// 0x0, 0b0 and, in octal, 0.
template <class T, int Base, bool Upper, bool Prefix>
constexpr detail::based<T, Base, Upper, true> prefix(
    detail::based<T, Base, Upper, Prefix> number) {
  static_assert(Base == 16 || Base == 8 || Base == 2,
                "rill: only hex, oct and bin have a prefix");
  return {static_cast<T&&>(number.value)};
}

// How a number is written: its form and digits, its sign, groups of digits, the
// decimal comma. These wrappers hold a copy of the number, so a function can
// return them. They nest in any order, also with the wrappers above, which may
// refer to the number. Alignment (padding.h) goes around all of them:
// right(fixed(x, 2), 8).
//
// Pure, constexpr, stateless.

namespace detail {
// The forms of a floating-point number, as printf's %f, %e, %g and %a.
enum class float_form : unsigned char {
  shortest,    // plain or with an exponent, whichever is shorter
  fixed,       // 1234.50
  scientific,  // 1.2345e+03
  general,     // one of the two, by the size of the number
  hexfloat,    // 0x1.34ap+10
};

// A floating-point number with its form and digits. A negative number of digits
// means as many as it takes to read the number back. Made by fixed, scientific,
// general, hexfloat and upper.
template <class T, float_form Form, bool Upper = false>
struct formed {
  T value;
  int digits;
};

// What signs, separators and zeros a number gets.
struct number_style {
  char sign = '-';     // before numbers >= 0: '+' or ' '; '-': nothing
  bool comma = false;  // ',' instead of '.'
  bool is_grouped = false;
  char32_t separator = 0;  // between groups; 0: ',', or '.' if comma
  std::size_t width = 0;   // leading zeros fill up to this width
};

// A number, or one of the wrappers around it, with its style. Made by plus,
// space, grouped, decimal_comma and zero_padded.
template <class T>
struct styled_number {
  T number;
  number_style style;
};
// Made by plus of a variable, into which scan reads.
template <class T>
struct styled_number<T&> {
  T number;
  number_style style;
  T* target;
};

template <class T>
inline constexpr bool is_formed = false;
template <class T, float_form Form, bool Upper>
inline constexpr bool is_formed<formed<T, Form, Upper>> = true;
template <class T>
inline constexpr bool is_styled_number = false;
template <class T>
inline constexpr bool is_styled_number<styled_number<T>> = true;

// Keeps the style of a number that is already wrapped.
template <class T>
constexpr styled_number<T> style_of(T number) {
  return {number, {}};
}
template <class T>
constexpr styled_number<T> style_of(styled_number<T> number) {
  return number;
}
template <class T>
constexpr styled_number<T> style_of(styled_number<T&> number) {
  return {number.number, number.style};
}

template <float_form Form, class T>
constexpr formed<T, Form> form_of(T value, int digits) {
  return {value, digits};
}
template <float_form Form, class T, float_form Old, bool Upper>
constexpr formed<T, Form, Upper> form_of(formed<T, Old, Upper> number,
                                         int digits) {
  return {number.value, digits};
}
template <float_form Form, class T>
constexpr auto form_of(styled_number<T> number, int digits) {
  using inner = decltype(form_of<Form>(number.number, digits));
  return styled_number<inner>{form_of<Form>(number.number, digits),
                              number.style};
}

}  // namespace detail

/// `fixed(x, digits)`: `digits` digits after the point, correctly rounded, ties
/// to even: `fixed(2.675, 2)` is 2.67, because 2.675 is stored as a little
/// less. `fixed(x)`: as many digits as needed to read the same number back.
template <class T>
constexpr auto fixed(T x, int digits = -1) {
  return detail::form_of<detail::float_form::fixed>(x, digits);
}

/// `scientific(x, digits)`: one digit, a point, `digits` digits, and an
/// exponent of at least two digits: `scientific(1234.5, 2)` is 1.23e+03.
template <class T>
constexpr auto scientific(T x, int digits = -1) {
  return detail::form_of<detail::float_form::scientific>(x, digits);
}

/// `general(x, digits)`: `digits` significant digits without trailing zeros,
/// with an exponent if it is less than -4 or at least `digits`. Without
/// `digits`: as many as needed to read the same number back, with an exponent
/// if it is less than -4 or at least 6, as std::to_chars does.
template <class T>
constexpr auto general(T x, int digits = -1) {
  return detail::form_of<detail::float_form::general>(x, digits);
}

/// `hexfloat(x)`: the exact value in base 16, with a binary exponent:
/// `hexfloat(0.5)` is 0x1p-1. `hexfloat(x, digits)` rounds.
template <class T>
constexpr auto hexfloat(T x, int digits = -1) {
  return detail::form_of<detail::float_form::hexfloat>(x, digits);
}

/// A floating-point number in upper case: 1E+30, INF, 0X1.8P+1.
template <class T>
constexpr detail::formed<T, detail::float_form::shortest, true> upper(T x) {
  return {x, -1};
}
template <class T, detail::float_form Form, bool Upper>
constexpr detail::formed<T, Form, true> upper(
    detail::formed<T, Form, Upper> number) {
  return {number.value, number.digits};
}
template <class T>
constexpr auto upper(detail::styled_number<T> number) {
  using inner = decltype(upper(number.number));
  return detail::styled_number<inner>{upper(number.number), number.style};
}

/// A plus sign before numbers that are not negative: `plus(5)` is +5.
/// `scan(plus(x))` reads a number that may have one.
template <class T>
constexpr auto plus(T&& number) {
  using type = std::remove_reference_t<T>;
  if constexpr (std::is_lvalue_reference_v<T> && std::is_arithmetic_v<type> &&
                !std::is_const_v<type> && !std::is_volatile_v<type>) {
    return detail::styled_number<type&>{number, {'+'}, &number};
  } else {
    auto made = detail::style_of(static_cast<T&&>(number));
    made.style.sign = '+';
    return made;
  }
}

/// A space before numbers that are not negative.
template <class T>
constexpr auto space(T number) {
  auto made = detail::style_of(number);
  made.style.sign = ' ';
  return made;
}

/// Groups of three digits (four in bases 2, 8 and 16) before the point:
/// `grouped(1234567)` is 1,234,567. The default separator is a comma, or a
/// point if the decimal sign is a comma. Any other character can be given:
/// `grouped(n, U'\u2009')`.
template <class T>
constexpr auto grouped(T number, char32_t separator = 0) {
  auto made = detail::style_of(number);
  made.style.is_grouped = true;
  made.style.separator = separator;
  return made;
}

/// A comma for the decimal point: `decimal_comma(0.5)` is 0,5.
template <class T>
constexpr auto decimal_comma(T number) {
  auto made = detail::style_of(number);
  made.style.comma = true;
  return made;
}

/// Zeros between sign or prefix and digits, up to `width` characters:
/// `zero_padded(-5, 4)` is -005. Infinities and NaN are padded with spaces in
/// front.
template <class T>
constexpr auto zero_padded(T number, std::size_t width) {
  auto made = detail::style_of(number);
  made.style.width = width > ~std::size_t{} / 2 ? 0 : width;
  return made;
}

/// hex, oct, bin, base and prefix around a number with a style.
template <int Base, class T>
constexpr auto base(detail::styled_number<T> number) {
  // Moved: an lvalue's wrapper would refer to the parameter.
  using moved = decltype(number.number)&&;
  using inner = decltype(base<Base>(static_cast<moved>(number.number)));
  return detail::styled_number<inner>{
      base<Base>(static_cast<moved>(number.number)), number.style};
}
template <class T>
constexpr auto hex(detail::styled_number<T> number) {
  return base<16>(number);
}
template <class T>
constexpr auto oct(detail::styled_number<T> number) {
  return base<8>(number);
}
template <class T>
constexpr auto bin(detail::styled_number<T> number) {
  return base<2>(number);
}
template <class T>
constexpr auto prefix(detail::styled_number<T> number) {
  using inner = decltype(prefix(number.number));
  return detail::styled_number<inner>{prefix(number.number), number.style};
}

}  // namespace rill::inline RILL_BUILD

#endif
