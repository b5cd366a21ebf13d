// rill/number/kernel/generic/float_text.h: the parts of a decimal number, a
// word at a time.
//
// Floor 2. Little-endian, any processor. Tests: test/number/
// parse_float_test.cpp; figures: bench/number/parse_float.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_FLOAT_TEXT_H
#define RILL_NUMBER_KERNEL_GENERIC_FLOAT_TEXT_H

#include <cstring>  // memcpy, the unaligned load

#include "../../float_text.h"
#include "parse.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// Bit 8 * i + 7 of the result is set if byte i of load_digits is the first
// that is no digit; above it anything may be set (see all_digits).
RILL_ALWAYS_INLINE std::uint64_t digit_marks(std::uint64_t digits) noexcept {
  return (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
}

RILL_ALWAYS_INLINE unsigned marked_byte(std::uint64_t marks) noexcept {
  return static_cast<unsigned>(__builtin_ctzll(marks)) >> 3;
}

// The first `count` bytes at the top, zeros in front of them; 0 to 7.
RILL_ALWAYS_INLINE std::uint64_t first_digits(std::uint64_t digits,
                                              unsigned count) noexcept {
  return digits << 1 << (63 - 8 * count);
}

// Reads words from text that ends at any place: the last eight bytes are
// loaded once, and shifted for words that begin behind their first.
class word_window {
 public:
  RILL_ALWAYS_INLINE word_window(char const* first, char const* last) noexcept
      : last_(last) {
    if (RILL_LIKELY(last - first >= 8)) {
      std::memcpy(&tail_, last - 8, 8);
      return;
    }
    // Two loads that overlap, or the first, the middle and the last byte.
    auto const size = static_cast<unsigned>(last - first);
    if (size >= 4) {
      std::uint32_t low, high;
      std::memcpy(&low, first, 4);
      std::memcpy(&high, last - 4, 4);
      tail_ = std::uint64_t{high} << 32 | std::uint64_t{low}
                                              << (8 * (8 - size));
    } else {
      auto const byte = [first](unsigned i) {
        return std::uint64_t{static_cast<unsigned char>(first[i])};
      };
      tail_ = size == 0 ? 0
                        : byte(size - 1) << 56 |
                              byte(size / 2) << (8 * (8 - size + size / 2)) |
                              byte(0) << (8 * (8 - size));
    }
  }

  // Eight bytes from `at`, minus '0' each if they are digits. Those at or
  // behind `last` are no digits. Requires `at` in [first, last].
  RILL_ALWAYS_INLINE std::uint64_t digits(char const* at) const noexcept {
    auto const size = last_ - at;
    if (RILL_LIKELY(size >= 8)) return load_digits(at);
    return (tail_ >> 1 >> (63 - 8 * static_cast<unsigned>(size))) ^
           0x3030303030303030;
  }

 private:
  char const* last_;
  std::uint64_t tail_;
};

// The value of `count` digits at `at`, of which there are as many; at most 19.
RILL_ALWAYS_INLINE std::uint64_t known_digits(word_window const& words,
                                              char const* at,
                                              unsigned count) noexcept {
  std::uint64_t value = 0;
  for (; count >= 8; at += 8, count -= 8)
    value = value * 100000000 + eight_value(words.digits(at));
  if (count == 0) return value;
  return value * powers_of_ten.of[count] +
         eight_value(first_digits(words.digits(at), count));
}

// More than 19 digits: takes the first 19 from the first that is not 0.
[[gnu::noinline]] inline void cut_digits(word_window const& words,
                                         decimal_text& text) noexcept {
  char const* whole = text.whole;
  char const* fraction = text.fraction;
  while (whole != text.whole_end && *whole == '0') ++whole;
  if (whole == text.whole_end)
    while (fraction != text.fraction_end && *fraction == '0') ++fraction;
  auto const whole_size = text.whole_end - whole;
  auto const fraction_size = text.fraction_end - fraction;
  auto const upper = static_cast<unsigned>(
      whole_size < word_digits ? whole_size : word_digits);
  unsigned const room = word_digits - upper;
  auto const lower = fraction_size < static_cast<std::ptrdiff_t>(room)
                         ? static_cast<unsigned>(fraction_size)
                         : room;
  text.digits = known_digits(words, whole, upper);
  if (lower != 0)
    text.digits = text.digits * powers_of_ten.of[lower] +
                  known_digits(words, fraction, lower);
  text.is_cut = whole_size + fraction_size > word_digits;
  text.power = text.exponent + (whole_size - upper) -
               (fraction - text.fraction) - static_cast<int>(lower);
}

/// read_decimal for everyday numbers with any exponent that is allowed; a
/// null `end` for all others, and where there is none. [first, last) is not
/// empty.
RILL_ALWAYS_INLINE decimal_text read_everyday_decimal(char const* first,
                                                      char const* last,
                                                      char point) noexcept {
  decimal_text text;
  text.end = nullptr;
  text.is_cut = false;
  text.exponent = 0;
  word_window const words(first, last);
  text.negative = *first == '-';
  char const* at = first + text.negative;
  text.whole = at;

  std::uint64_t value = 0;
  std::uint64_t digits = words.digits(at);
  std::uint64_t marks = digit_marks(digits);
  while (RILL_UNLIKELY(marks == 0)) {
    value = value * 100000000 + eight_value(digits);
    at += 8;
    digits = words.digits(at);
    marks = digit_marks(digits);
  }
  unsigned count = marked_byte(marks);
  value = value * powers_of_ten.of[count] +
          eight_value(first_digits(digits, count));
  at += count;
  text.whole_end = at;
  // Leading zeros are no digits. More than 19 digits are read again: `value`
  // is then a remainder of 2^64, which may be 0.
  std::ptrdiff_t size = at - text.whole;
  if (value == 0 && size <= word_digits) size = 0;
  unsigned next = static_cast<unsigned char>(digits >> (8 * count)) ^ 0x30u;

  text.fraction = text.fraction_end = at;
  if (RILL_LIKELY(next == static_cast<unsigned char>(point) && at != last)) {
    text.fraction = ++at;
    digits = words.digits(at);
    marks = digit_marks(digits);
    while (marks == 0) {
      value = value * 100000000 + eight_value(digits);
      at += 8;
      digits = words.digits(at);
      marks = digit_marks(digits);
    }
    count = marked_byte(marks);
    value = value * powers_of_ten.of[count] +
            eight_value(first_digits(digits, count));
    at += count;
    text.fraction_end = at;
    size += at - text.fraction;
    next = static_cast<unsigned char>(digits >> (8 * count)) ^ 0x30u;
    if (RILL_UNLIKELY(at - text.whole == 1)) return text;  // "." alone
  } else if (RILL_UNLIKELY(at == text.whole || (next | 0x20) == 'x')) {
    return text;
  }

  if ((next | 0x20) == 'e') {
    ++at;
    digits = words.digits(at);
    unsigned const sign = static_cast<unsigned char>(digits) ^ 0x30u;
    bool const negative = sign == '-';
    unsigned const shift = (negative | (sign == '+')) ? 8 : 0;
    marks =
        digit_marks(digits >> shift | (shift ? std::uint64_t{255} << 56 : 0));
    if (RILL_UNLIKELY(marks == 0)) return text;
    count = marked_byte(marks);
    if (RILL_UNLIKELY(count == 0)) return text;
    auto const exponent = static_cast<std::int64_t>(
        eight_value(first_digits(digits >> shift, count)));
    at += (shift >> 3) + count;
    text.exponent = negative ? -exponent : exponent;
  }
  text.end = at;
  text.digits = value;
  text.power = text.exponent - (text.fraction_end - text.fraction);
  if (RILL_UNLIKELY(size > word_digits)) cut_digits(words, text);
  return text;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
