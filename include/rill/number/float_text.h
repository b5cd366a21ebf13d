// rill/number/float_text.h: the parts of a floating-point number's text.
//
// Floor 2. No allocation, no exception, constexpr. One byte at a time: what
// runs at compile time and for everything that is not an everyday number;
// kernel/generic/float_text.h is the fast twin. Tests:
// test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_FLOAT_TEXT_H
#define RILL_NUMBER_FLOAT_TEXT_H

#include "result.h"

namespace rill::inline RILL_BUILD {

/// What parse_float does with an exponent.
enum class float_exponent : unsigned char {
  allowed,   ///< it belongs to the number
  required,  ///< a number without one is malformed
  refused,   ///< the number ends before it
};

/// Which texts are floating-point numbers. What is left out is as in
/// std::from_chars, with hexadecimal numbers after 0x.
struct float_syntax {
  char point = '.';  ///< the decimal point, also of hexadecimal numbers
  float_exponent exponent = float_exponent::allowed;
  bool plus = false;        ///< a leading '+' is allowed
  bool hexadecimal = true;  ///< 0x1.8p3 is 12; otherwise 0
  bool words = true;        ///< inf, infinity, nan, nan(letters), any case
};

namespace detail {

// How many digits fit in 64 bits.
inline constexpr int word_digits = 19;

/// A decimal number's text: digits * 10^power, or a little more if is_cut.
struct decimal_text {
  char const* end;  // null: there is no number
  // The digits before and behind the point.
  char const *whole, *whole_end, *fraction, *fraction_end;
  std::int64_t exponent;  // as written, or near enough
  // The first 19 digits from the first that is not 0; 0 for zero.
  std::uint64_t digits;
  std::int64_t power;
  bool is_cut;  // there are digits behind them
  bool negative;
};

constexpr bool is_decimal_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

constexpr char in_lower_case(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

struct written_exponent {
  char const* end;  // null: there is none
  std::int64_t value;
};

// The exponent at [at, last): the letter, a sign and digits. More than 10^17
// is as good as 10^17: no text has as many digits to make up for it.
constexpr written_exponent read_exponent(char const* at, char const* last,
                                         char letter) noexcept {
  constexpr std::int64_t most = 100000000000000000;
  if (at == last || in_lower_case(*at) != letter) return {nullptr, 0};
  ++at;
  bool const negative = at != last && *at == '-';
  if (negative || (at != last && *at == '+')) ++at;
  if (at == last || !is_decimal_digit(*at)) return {nullptr, 0};
  std::int64_t value = 0;
  for (; at != last && is_decimal_digit(*at); ++at)
    if (value < most) value = value * 10 + (*at - '0');
  return {at, negative ? -value : value};
}

// The digits of `text` one by one: sets digits, power and is_cut.
constexpr void gather_digits(decimal_text& text) noexcept {
  int count = 0;
  std::int64_t power = text.exponent;
  auto take = [&](char c) {
    text.digits = text.digits * 10 + static_cast<std::uint64_t>(c - '0');
    count += text.digits != 0;
  };
  for (char const* at = text.whole; at != text.whole_end; ++at) {
    if (count != word_digits) {
      take(*at);
    } else {
      text.is_cut = true;
      ++power;
    }
  }
  for (char const* at = text.fraction; at != text.fraction_end; ++at) {
    if (count == word_digits) {
      text.is_cut = true;
      break;
    }
    take(*at);
    --power;
  }
  text.power = power;
}

/// The decimal number at [first, last), its sign already read.
constexpr decimal_text read_decimal(char const* first, char const* last,
                                    bool negative,
                                    float_syntax const& syntax) noexcept {
  decimal_text text{};
  text.negative = negative;
  char const* at = first;
  text.whole = at;
  while (at != last && is_decimal_digit(*at)) ++at;
  text.whole_end = text.fraction = text.fraction_end = at;
  if (at != last && *at == syntax.point) {
    ++at;
    text.fraction = at;
    while (at != last && is_decimal_digit(*at)) ++at;
    text.fraction_end = at;
  }
  if (text.whole == text.whole_end && text.fraction == text.fraction_end)
    return text;
  if (syntax.exponent != float_exponent::refused) {
    written_exponent const exponent = read_exponent(at, last, 'e');
    if (exponent.end) {
      at = exponent.end;
      text.exponent = exponent.value;
    } else if (syntax.exponent == float_exponent::required) {
      return text;
    }
  }
  text.end = at;
  gather_digits(text);
  return text;
}

// Where `word`, which is in lower case, ends at [first, last); null if it is
// not there.
constexpr char const* after_word(char const* first, char const* last,
                                 char const* word) noexcept {
  for (; *word; ++word, ++first)
    if (first == last || in_lower_case(*first) != *word) return nullptr;
  return first;
}

struct float_word {
  char const* end;  // null: it is none
  bool is_nan;
};

/// inf, infinity, nan or nan(letters, digits and _) at [first, last).
constexpr float_word read_word(char const* first, char const* last) noexcept {
  if (char const* const at = after_word(first, last, "inf")) {
    char const* const whole = after_word(at, last, "inity");
    return {whole ? whole : at, false};
  }
  char const* const at = after_word(first, last, "nan");
  if (!at || at == last || *at != '(') return {at, true};
  for (char const* end = at + 1; end != last; ++end) {
    if (*end == ')') return {end + 1, true};
    char const c = in_lower_case(*end);
    if (!is_decimal_digit(c) && !(c >= 'a' && c <= 'z') && c != '_') break;
  }
  return {at, true};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
