// rill/value/padding.h: wrappers around any value: alignment in a column, a
// range with a separator, quoted text, an address, a choice.
//
// Layer 2. Pure, constexpr, stateless; print/ and scan/ implement them. Tests:
// test/value/wrappers_test.cpp, test/print/.
#ifndef RILL_VALUE_PADDING_H
#define RILL_VALUE_PADDING_H

#include <type_traits>  // std::is_function_v

#include "../base/iteration.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD {

namespace detail {

enum class alignment : unsigned char { left, right, center };

// A value in a field of `width` columns of a terminal (display_width). A wider
// value is written whole. A fill character may take two columns: if a side has
// an odd number of columns, a space next to the value fills the last one.
template <class T, alignment Place>
struct aligned {
  T value;
  std::size_t width;
  char32_t fill;
};

// A range whose elements are written with a separator between them.
template <class Range, class Separator>
struct joined {
  Range range;
  Separator separator;
};

// A joined range with a third argument: the separator before the last element,
// or a function whose result is written for each element.
template <class Range, class Separator, class Third>
struct joined_with {
  Range range;
  Separator separator;
  Third third;
};

// An address, printed as 0x and hexadecimal digits.
struct address {
  void const volatile* value;
};

// One of two values.
template <class A, class B>
struct choice {
  bool first;
  A a;
  B b;
};

// A value that print_sep writes last, without a separator before it.
template <class T>
struct ending {
  T value;
};

// A negative width, converted to std::size_t, exceeds half of its range. Such a
// width counts as 0: a field of that size would take years to write.
constexpr std::size_t field_width(std::size_t width) noexcept {
  return width > ~std::size_t{} / 2 ? 0 : width;
}

// A number that converts to a character: right(x, 8, 0) would fill with NUL.
template <class T>
inline constexpr bool is_character = false;
template <>
inline constexpr bool is_character<char> = true;
template <>
inline constexpr bool is_character<signed char> = true;
template <>
inline constexpr bool is_character<unsigned char> = true;
template <>
inline constexpr bool is_character<char8_t> = true;
template <>
inline constexpr bool is_character<char16_t> = true;
template <>
inline constexpr bool is_character<char32_t> = true;
template <>
inline constexpr bool is_character<wchar_t> = true;
template <class T>
concept no_fill = std::is_arithmetic_v<T> && !is_character<T>;

template <class Fill>
constexpr void refuse_fill() {
  static_assert(always_false<Fill>,
                "rill: the third argument of left, right and center is the "
                "character that fills, such as '0', not a number");
}
}  // namespace detail

/// `left(value, width[, fill])`: the value, then the fill character. Here and
/// below, a negative width pads nothing.
template <class T>
constexpr detail::aligned<detail::kept<T>, detail::alignment::left> left(
    T&& value, std::size_t width, char32_t fill = U' ') {
  return {static_cast<T&&>(value), detail::field_width(width), fill};
}

/// `right(value, width[, fill])`: the fill character, then the value.
template <class T>
constexpr detail::aligned<detail::kept<T>, detail::alignment::right> right(
    T&& value, std::size_t width, char32_t fill = U' ') {
  return {static_cast<T&&>(value), detail::field_width(width), fill};
}

/// `center(value, width[, fill])`: an odd fill character goes to the right.
template <class T>
constexpr detail::aligned<detail::kept<T>, detail::alignment::center> center(
    T&& value, std::size_t width, char32_t fill = U' ') {
  return {static_cast<T&&>(value), detail::field_width(width), fill};
}

/// Refuses a number as the fill character, and names the remedy.
template <class T, detail::no_fill Fill>
constexpr detail::aligned<detail::kept<T>, detail::alignment::left> left(
    T&& value, std::size_t width, Fill) {
  detail::refuse_fill<Fill>();
  return left(static_cast<T&&>(value), width);
}
template <class T, detail::no_fill Fill>
constexpr detail::aligned<detail::kept<T>, detail::alignment::right> right(
    T&& value, std::size_t width, Fill) {
  detail::refuse_fill<Fill>();
  return right(static_cast<T&&>(value), width);
}
template <class T, detail::no_fill Fill>
constexpr detail::aligned<detail::kept<T>, detail::alignment::center> center(
    T&& value, std::size_t width, Fill) {
  detail::refuse_fill<Fill>();
  return center(static_cast<T&&>(value), width);
}

/// `join(range, ", ")`: the elements of a range or a tuple as print writes
/// them, with the separator between them. The separator is anything that
/// prints.
template <class Range, class Separator>
constexpr detail::joined<detail::kept<Range>, Separator> join(
    Range&& range, Separator&& separator) {
  return {static_cast<Range&&>(range), static_cast<Separator&&>(separator)};
}

/// `join(range, ", ", " and ")`: another separator before the last element. Two
/// iterators walk the range, one element apart.
///
/// `join(range, ", ", function)`: the result of the function for each element.
/// A function that returns a wrapper takes the element by reference, because
/// the wrapper refers to it. One that takes a copy and returns a wrapper of it
/// does not compile.
///
/// Example:
///     int const sizes[] = {10, 20, 30};
///     rill::println(rill::join(sizes, ", ", " and "));
///     rill::println(rill::join(sizes, " ", [](int const& n) {
///       return rill::right(rill::hex(n), 4, '0');
///     }));
template <class Range, class Separator, class Third>
constexpr detail::joined_with<detail::kept<Range>, Separator, Third> join(
    Range&& range, Separator&& separator, Third&& third) {
  return {static_cast<Range&&>(range), static_cast<Separator&&>(separator),
          static_cast<Third&&>(third)};
}

/// How quoted and escaped write characters that are not plain text. Every set
/// writes a backslash before a double quote and a backslash, and control
/// characters as \n, \r and \t or by number.
enum class escape_set : unsigned char {
  /// Control characters as \xNN; everything else, ill-formed bytes included,
  /// unchanged.
  plain,
  /// As plain, with characters outside ASCII as \u{20ac} and ill-formed bytes
  /// as \xNN. Lossless.
  ascii,
  /// JSON (RFC 8259): control characters also as \b and \f, the others as
  /// \u00NN; text outside ASCII unchanged; ill-formed bytes as U+FFFD.
  json,
  /// As json, with DEL and everything outside ASCII as \u20ac, and as surrogate
  /// pairs from U+10000 on.
  json_ascii,
  /// A literal "…" or u8"…" of C and C++: control characters and all bytes
  /// outside ASCII as three octal digits, the second of two question marks as
  /// \?. Lossless.
  cpp,
  /// A str of Python: control characters as \xNN, everything outside ASCII as
  /// \u20ac or \U0001f684, ill-formed bytes as \udcNN (surrogateescape).
  python,
  /// What debug(x) writes: as plain, with ill-formed bytes as \xNN and
  /// invisible characters (control characters, spaces other than U+0020,
  /// direction marks) as \u{200b}. Lossless.
  debug,
};

namespace detail {
// A text with escapes, in double quotes if Marks is true.
template <class T, bool Marks = true>
struct quoted_text {
  T value;
  escape_set set = escape_set::plain;
};
}  // namespace detail

/// `quoted(text[, set])`: prints "…" with escapes. Around a string of any
/// character type, the same wrapper scans all forms that the set writes.
///
/// Example:
///     rill::println(rill::quoted("tab\t \u20AC",
///     rill::escape_set::json_ascii));
template <class T>
constexpr detail::quoted_text<T> quoted(T&& value,
                                        escape_set set = escape_set::plain) {
  return {static_cast<T&&>(value), set};
}

/// `escaped(text[, set])`: as quoted, without the quotes.
template <class T>
constexpr detail::quoted_text<T, false> escaped(
    T&& value, escape_set set = escape_set::plain) {
  return {static_cast<T&&>(value), set};
}

/// `ptr(p)`: the address of anything, also of a function.
template <class T>
constexpr detail::address ptr(T* pointer) noexcept {
  if constexpr (std::is_function_v<T>)
    return {reinterpret_cast<void const volatile*>(pointer)};
  else
    return {pointer};
}
constexpr detail::address ptr(decltype(nullptr)) noexcept { return {nullptr}; }
/// `ptr(owner)`: the address in a std::unique_ptr, std::shared_ptr or
/// std::weak_ptr, recognised by their members.
template <class Pointer>
  requires requires(Pointer const& p) {
    typename Pointer::element_type;
    static_cast<void const volatile*>(p.get());
  }
constexpr detail::address ptr(Pointer const& pointer) noexcept {
  return {pointer.get()};
}
template <class Pointer>
  requires requires(Pointer const& p) {
    p.expired();
    static_cast<void const volatile*>(p.lock().get());
  }
constexpr detail::address ptr(Pointer const& pointer) noexcept {
  return {pointer.lock().get()};
}

/// `when(condition, a, b)`: a if the condition holds, otherwise b; the two
/// may have different types.
template <class A, class B>
constexpr detail::choice<A, B> when(bool condition, A&& a, B&& b) {
  return {condition, static_cast<A&&>(a), static_cast<B&&>(b)};
}

/// `end(text)`: `print_sep(", ", 1, 2, end("\n"))`.
template <class T>
constexpr detail::ending<T> end(T&& value) {
  return {static_cast<T&&>(value)};
}

}  // namespace rill::inline RILL_BUILD

#endif
