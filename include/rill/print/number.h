// rill/print/number.h: numbers with a sign, digit groups, a decimal comma,
// leading zeros.
//
// Layer 5. No allocation, constexpr. The number's own text is made in a scratch
// on the stack and then written in parts, so any width works. Tests:
// test/print/number_style_test.cpp.
#ifndef RILL_PRINT_NUMBER_H
#define RILL_PRINT_NUMBER_H

#include "../unicode/utf8.h"
#include "hook.h"
#include "format_arg.h"

namespace rill::inline RILL_BUILD::detail {

// The most bytes of the text of a T, and the number of digits in a group.
template <class T>
struct styled_formatter {
  static constexpr std::size_t most = builtin_formatter<T>::room;
  static constexpr std::size_t group = 3;
  static constexpr number_text render(char* out, T const& n) noexcept {
    return {builtin_formatter<T>::write(out, n), 0, 0};
  }
};
template <class T, int Base, bool Upper, bool Prefix>
struct styled_formatter<based<T, Base, Upper, Prefix>> {
  using leaf = builtin_formatter<based<T, Base, Upper, Prefix>>;
  static constexpr std::size_t most = leaf::room;
  static constexpr std::size_t group =
      Base == 2 || Base == 8 || Base == 16 ? 4 : 3;
  static constexpr number_text render(
      char* out, based<T, Base, Upper, Prefix> const& n) noexcept {
    return {leaf::write(out, n), 0, 0};
  }
};
template <class T, float_form Form, bool Upper>
struct styled_formatter<formed<T, Form, Upper>>
    : measured_formatter<formed<T, Form, Upper>> {
  static constexpr std::size_t group = Form == float_form::hexfloat ? 4 : 3;
};

// The parts of a number's text: sign, prefix, digits before the point, rest.
struct number_parts {
  text sign;
  text prefix;
  text whole;
  text rest;
  bool is_finite;
};

constexpr bool is_digit_of(char c, int radix) noexcept {
  if (c >= '0' && c <= '9') return true;
  int const letter = c | 0x20;
  return letter >= 'a' && letter < 'a' + radix - 10;
}

// `radix` is that of an integer, or 0 for a floating-point number; `prefix` is
// the length of 0x.
constexpr number_parts parts_of(text number, int radix,
                                std::size_t prefix) noexcept {
  char const* at = number.begin();
  char const* const end = number.end();
  auto const take = [&](std::size_t size) {
    text const taken{at, size};
    at += size;
    return taken;
  };
  text const sign = take(at != end && *at == '-');
  bool const is_finite = radix != 0 || is_digit_of(*at, 10);
  text const mark = take(is_finite ? prefix : 0);
  // The first hexfloat digit is a letter in the x87 format: 0xc.8p-2.
  int const last = radix != 0 ? radix : mark.size != 0 ? 16 : 10;
  char const* digits = at;
  while (digits != end && is_digit_of(*digits, last)) ++digits;
  text const whole = take(static_cast<std::size_t>(digits - at));
  text const rest{at, static_cast<std::size_t>(end - at)};
  return {sign, mark, whole, rest, is_finite};
}

// Writes `count` digits, which are `digits` with leading zeros, with a
// separator before every group but the first.
constexpr void put_groups(writer& out, text digits, std::size_t count,
                          std::size_t group, char32_t separator) {
  char mark[utf8_size] = {};
  auto const size =
      static_cast<std::size_t>(write_utf8(mark, separator) - mark);
  for (std::size_t left = count; left != 0; --left) {
    if (left != count && left % group == 0) out.write(mark, size);
    out.write(left > digits.size ? "0" : digits.end() - left, 1);
  }
}

// How many digits, including leading zeros, fill `room` characters: n digits in
// groups take n + (n - 1) / group. If a separator would come first, there is
// one more zero: 12345 in 8 characters is 0,012,345.
constexpr std::size_t digits_to_fill(std::size_t digits, std::size_t room,
                                     std::size_t group) noexcept {
  std::size_t filled = room;
  if (group != 0 && room != 0)
    filled = room - room / (group + 1) + (room % (group + 1) == 0);
  return filled > digits ? filled : digits;
}

constexpr void put_styled(writer& out, number_parts const& p,
                          number_text const& made, number_style const& style,
                          std::size_t group) {
  text const sign =
      p.sign.size != 0 || style.sign == '-' ? p.sign : text{&style.sign, 1};
  std::size_t const around =
      sign.size + p.prefix.size + p.rest.size + made.zeros;
  std::size_t const room = style.width > around ? style.width - around : 0;
  if (!p.is_finite) {
    for (std::size_t i = p.whole.size; i < room; ++i) out.write(" ");
    out.write(sign);
    out.write(p.rest);
    return;
  }
  out.write(sign);
  out.write(p.prefix);
  std::size_t const count =
      digits_to_fill(p.whole.size, room, style.is_grouped ? group : 0);
  if (style.is_grouped) {
    char32_t const usual = style.comma ? U'.' : U',';
    put_groups(out, p.whole, count, group,
               style.separator != 0 ? style.separator : usual);
  } else {
    put_zeros(out, count - p.whole.size);
    out.write(p.whole);
  }
  text rest = p.rest;
  if (style.comma && rest.size != 0 && *rest.data == '.') {
    out.write(",");
    rest = {rest.data + 1, rest.size - 1};
  }
  std::size_t const head = rest.size - made.tail;
  out.write(rest.data, head);
  put_zeros(out, made.zeros);
  out.write(rest.data + head, made.tail);
}

template <class T>
inline constexpr std::size_t prefix_size = 0;
template <class T, int Base, bool Upper>
inline constexpr std::size_t prefix_size<based<T, Base, Upper, true>> =
    Base == 8 ? 1 : 2;
template <class T, bool Upper>
inline constexpr std::size_t
    prefix_size<formed<T, float_form::hexfloat, Upper>> = 2;

template <class T>
inline constexpr int radix_of = floating<T> || measured<T> ? 0 : 10;
template <class T, int Base, bool Upper, bool Prefix>
inline constexpr int radix_of<based<T, Base, Upper, Prefix>> = Base;

template <class T>
concept styleable = integer<T> || floating<T> || measured<T> ||
                    (is_based<T> && has_builtin_formatter<T>);

template <class T>
  requires styleable<remove_cvref<T>>
struct printer<styled_number<T>> {
  static constexpr void put(writer& out, styled_number<T> const& v) {
    using value_type = remove_cvref<T>;
    using leaf = styled_formatter<value_type>;
    char scratch[leaf::most];
    number_text const made = leaf::render(scratch, v.number);
    text const whole{scratch, static_cast<std::size_t>(made.end - scratch)};
    put_styled(out,
               parts_of(whole, radix_of<value_type>, prefix_size<value_type>),
               made, v.style, leaf::group);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
