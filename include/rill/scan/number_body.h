// rill/scan/number_body.h: the bodies of number.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_NUMBER_BODY_H
#define RILL_SCAN_NUMBER_BODY_H

#include "number.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE text whole_integer_behind(reader& in, int base, std::size_t size) {
  for (;;) {
    char const* at = in.cursor() + size;
    if (size == 0 && at != in.end() && *at == '-') ++at;
    while (at != in.end() && is_digit_in(*at, base)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end() || !in.more()) return {in.cursor(), size};
  }
}

RILL_CORE text whole_integer(reader& in, int base) {
  return whole_integer_behind(in, base, 0);
}

[[gnu::cold, gnu::noinline]] RILL_CORE text refused_ahead(reader& in) {
  if (in.available() == 1 && (*in.cursor() == '+' || *in.cursor() == ','))
    (void)in.more();
  return {in.cursor(), in.available()};
}

[[gnu::cold, gnu::noinline]] RILL_CORE text unless_plus(text at, int base,
                                                        text expected) {
  if (at.size < 2 || *at.data != '+') return expected;
  if (!is_digit_in(at.data[1], base)) return expected;
  return base == 10 ? "an integer without a plus sign (rill::plus(x) allows it)"
                    : "an integer without a plus sign";
}

[[gnu::cold, gnu::noinline]] RILL_CORE text refused_number(text at) {
  char const next = at.size > 1 ? at.data[1] : '\0';
  if ((is_digit(next) || next == '.') && *at.data == '+')
    return "a number without a plus sign (rill::plus(x) allows it)";
  if (is_digit(next) && *at.data == ',')
    return "a number with a decimal point (rill::float_syntax has the comma)";
  return "a number";
}

[[gnu::cold, gnu::noinline]] RILL_CORE scan_status
refuse_integer(text at, int base, number_error why, bool is_unsigned,
               text bounds, text& expected) {
  bool const is_negative = is_unsigned && at.size > 1 && *at.data == '-' &&
                           is_digit_in(at.data[1], base);
  if (is_negative || why == number_error::out_of_range) {
    expected = bounds;
    return scan_problem::out_of_range;
  }
  expected = unless_plus(at, base, expected);
  return scan_problem::malformed;
}

RILL_CORE mark_found find_mark(reader& in, char letter, int base) {
  std::size_t const sign = *in.cursor() == '-';
  bool const has_letter = in.peek(sign + 1).size > sign &&
                          in.cursor()[sign] == '0' &&
                          in.peek(sign + 2).size > sign + 1 &&
                          in_lower_case(in.cursor()[sign + 1]) == letter;
  if (!has_letter) return mark_found::none;
  if (in.peek(sign + 3).size > sign + 2)
    return is_digit_in(in.cursor()[sign + 2], base) ? mark_found::whole
                                                    : mark_found::none;
  return in.error() ? mark_found::cut : mark_found::none;
}

RILL_CORE bool is_whole(char const* at, char const* end) noexcept {
  return end - at >= 4;
}

RILL_CORE bool float_follower::takes(char c) noexcept {
  char const letter = in_lower_case(c);
  if (at_ == in_bracket) {
    if (letter == ')') at_ = stopped;
    return letter == ')' || is_digit(c) || letter == '_' ||
           (letter >= 'a' && letter <= 'z');
  }
  if (*word_) {
    if (letter != *word_) return false;
    ++word_;
    at_ = letter == '(' ? in_bracket : stopped;
    return true;
  }
  if (at_ <= behind_sign && (letter == 'i' || letter == 'n')) {
    word_ = letter == 'i' ? "nfinity" : "an(";
    return true;
  }
  char const* const column = find_text_byte(letters, letter);
  char const next = ways[at_][column - letters];
  if (next <= ' ') return false;
  at_ = next - '0';
  return true;
}

[[gnu::noinline]] RILL_CORE text whole_floating_behind(reader& in,
                                                       std::size_t size) {
  float_follower follower;
  for (;;) {
    char const* at = in.cursor() + size;
    while (at != in.end() && follower.takes(*at)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end() || !in.more()) return {in.cursor(), size};
  }
}

RILL_CORE text whole_floating(reader& in) {
  return whole_floating_behind(in, 0);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
