// rill/print/number_form.h: floating-point numbers in the form that fixed,
// scientific, general, hexfloat and upper ask for.
//
// Floor 5. No allocation, constexpr. A number with so many digits that only
// zeros are left is written in parts, so any number of digits will do. Tests:
// test/print/number_form_test.cpp.
#ifndef RILL_PRINT_NUMBER_FORM_H
#define RILL_PRINT_NUMBER_FORM_H

#include "../number/precise.h"
#include "../value/number_style.h"
#include "leaf.h"

namespace rill::inline RILL_BUILD::detail {

/// The text of a number up to `end`, into which `zeros` zeros belong before
/// the last `tail` bytes, those of the exponent.
struct number_text {
  char* end;
  std::size_t zeros;
  std::size_t tail;
};

// Every digit behind this many is 0, in each form: 2^-1074 has 1074 of them.
template <floating T>
inline constexpr int digits_enough = -float_format<T>::least_exponent;

// The bytes that a text of at most digits_enough<T> digits takes.
template <floating T>
inline constexpr std::size_t most_of_form = static_cast<std::size_t>(
    floor_log10_of_power_of_two(float_format<T>::greatest_exponent +
                                float_format<T>::precision) +
    digits_enough<T> + 64);

constexpr void make_capitals(char* first, char* last) noexcept {
  for (; first != last; ++first)
    if (*first >= 'a' && *first <= 'z')
      *first = static_cast<char>(*first - 'a' + 'A');
}

// As many digits as it takes to read the number back.
template <float_form Form, floating T>
constexpr char* write_shortest_form(char* out, T x) noexcept {
  if constexpr (Form == float_form::shortest) {
    return write_shortest(out, x);
  } else {
    auto const parts = take_apart(x);
    if (!parts.is_finite) return write_not_finite(out, parts);
    // Where neighbours are more than 1 apart, the digits of the number itself
    // are as many as those of the shortest with zeros.
    if (Form == float_form::fixed && parts.k > 0) return write_fixed(out, x, 0);
    if (parts.negative) *out++ = '-';
    digit_text text{shortest_decimal<std::uint64_t>{0, 0, 0}};
    if (parts.m != 0)
      text = digit_text(shortest_of<float_format<T>>(parts.m, parts.k));
    bool const plain =
        Form == float_form::fixed ||
        (Form == float_form::general && text.first >= -4 && text.first < 6);
    return plain ? place_plain(out, text) : place_scientific(out, text);
  }
}

template <float_form Form, floating T>
constexpr char* write_form(char* out, T x, int digits, bool capital) noexcept {
  if constexpr (Form == float_form::fixed)
    return write_fixed(out, x, digits, capital);
  else if constexpr (Form == float_form::scientific)
    return write_scientific(out, x, digits, capital);
  else if constexpr (Form == float_form::general)
    return write_general(out, x, digits, capital);
  else
    return write_hexfloat(out, x, digits, capital);
}

template <float_form Form, floating T>
constexpr std::size_t form_size(T x, int digits) noexcept {
  if constexpr (Form == float_form::hexfloat) {
    return hexfloat_size(x, digits);
  } else if (Form == float_form::shortest || digits < 0) {
    if constexpr (Form != float_form::fixed) return shortest_size<T> + 8;
    int const last = exponent_of_last(take_apart(x).k, false) - 1;
    return fixed_size(x, last < 0 ? -last : 0);
  } else if constexpr (Form == float_form::fixed) {
    return fixed_size(x, digits);
  } else if constexpr (Form == float_form::scientific) {
    return scientific_size(x, digits);
  } else {
    return general_size(x, digits);
  }
}

template <class T, float_form Form, bool Upper>
struct own_form {
  using number = bare<T>;
  using value_type = formed<T, Form, Upper>;

  /// The bytes that write may touch.
  static constexpr std::size_t reach(value_type const& v) noexcept {
    return form_size<Form>(static_cast<number>(v.value), v.digits);
  }
  static constexpr char* write(char* out, value_type const& v) noexcept {
    auto const x = static_cast<number>(v.value);
    if (is_shortest(v)) return write_shortest_text(out, x);
    return write_form<Form>(out, x, v.digits, Upper);
  }
  /// The text without the zeros that are only zeros; at most
  /// most_of_form<number> bytes.
  static constexpr number_text render(char* out, value_type const& v) noexcept {
    auto const x = static_cast<number>(v.value);
    if (is_shortest(v)) return {write_shortest_text(out, x), 0, 0};
    bool const longer = v.digits > digits_enough<number>;
    int const digits = longer ? digits_enough<number> : v.digits;
    char* const end = write_form<Form>(out, x, digits, Upper);
    if (!longer || Form == float_form::general || !take_apart(x).is_finite)
      return {end, 0, 0};
    return {end, static_cast<std::size_t>(v.digits - digits),
            tail_of(out, end)};
  }

 private:
  static constexpr bool is_shortest(value_type const& v) noexcept {
    return Form == float_form::shortest ||
           (v.digits < 0 && Form != float_form::hexfloat);
  }
  static constexpr char* write_shortest_text(char* out, number x) noexcept {
    char* const end = write_shortest_form<Form>(out, x);
    if constexpr (Upper) make_capitals(out, end);
    return end;
  }
  // How long the exponent is, its mark included.
  static constexpr std::size_t tail_of(char const* out,
                                       char const* end) noexcept {
    if constexpr (Form == float_form::fixed) return 0;
    constexpr char mark = Form == float_form::hexfloat ? 'p' : 'e';
    char const* at = end;
    while (at != out && (*--at | 0x20) != mark) continue;
    return static_cast<std::size_t>(end - at);
  }
};

/// A leaf whose room depends on its value.
template <class T>
struct measured_leaf;
template <class T, float_form Form, bool Upper>
  requires floating<bare<T>>
struct measured_leaf<formed<T, Form, Upper>> : own_form<T, Form, Upper> {
  static constexpr std::size_t most = most_of_form<bare<T>>;
};

template <class T>
concept measured = requires { measured_leaf<T>::most; };

}  // namespace rill::inline RILL_BUILD::detail

#endif
