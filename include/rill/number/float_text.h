// rill/number/float_text.h: finds the parts of a floating-point number's text,
// one byte or eight bytes at a time.
//
// Layer 2. Tests: test/number/parse_float_test.cpp.
#ifndef RILL_NUMBER_FLOAT_TEXT_H
#define RILL_NUMBER_FLOAT_TEXT_H

#include "parse.h"
#include "result.h"

// The parts of a floating-point number's text.
//
// No allocation, no exception, constexpr. Reads one byte at a time. Used at
// compile time and for everything that is not an everyday number, which the
// functions below read eight bytes at a time.

namespace rill::inline RILL_BUILD {

/// How parse_float treats an exponent.
enum class float_exponent : unsigned char {
  allowed,   ///< it belongs to the number
  required,  ///< a number without one is malformed
  refused,   ///< the number ends before it
};

/// Which texts are floating-point numbers. The defaults are those of
/// std::from_chars, but hexadecimal numbers begin with 0x.
struct float_syntax {
  char point = '.';  ///< the decimal point, also of hexadecimal numbers
  float_exponent exponent = float_exponent::allowed;
  bool plus = false;        ///< a leading '+' is allowed
  bool hexadecimal = true;  ///< 0x1.8p3 is 12; if false, it is the number 0
  bool words = true;        ///< inf, infinity, nan, nan(letters), any case
};

namespace detail {

// The decimal digits that fit in 64 bits.
inline constexpr int word_digits = 19;

/// A decimal number's text: digits * 10^power, or a little more if is_cut.
struct decimal_text {
  char const* end;  // null: there is no number
  // The digits before and after the point.
  char const *whole, *whole_end, *fraction, *fraction_end;
  std::int64_t exponent;  // as written, but at most about 10^18
  // The first 19 digits from the first that is not 0; 0 for zero.
  std::uint64_t digits;
  std::int64_t power;
  bool is_cut;  // more digits follow these
  bool negative;
};

constexpr bool is_decimal_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

constexpr char in_lower_case(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

struct written_exponent {
  char const* end;  // null: no exponent
  std::int64_t value;
};

// Reads the exponent at [at, last): the letter, a sign and digits. Ignores
// digits after 10^17: no text has enough digits to compensate for that.
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

// Reads the digits of `text` one by one; sets digits, power and is_cut.
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

/// Reads the decimal number at [first, last), after its sign.
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

// Returns the end of `word`, which is in lower case, at `first`; null if the
// text differs.
constexpr char const* after_word(char const* first, char const* last,
                                 char const* word) noexcept {
  for (; *word; ++word, ++first)
    if (first == last || in_lower_case(*first) != *word) return nullptr;
  return first;
}

struct float_word {
  char const* end;  // null: no such word
  bool is_nan;
};

/// Reads inf, infinity, nan or nan(letters, digits and _) at `first`.
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

// The parts of a decimal number, eight bytes at a time.
//
// Little-endian, any processor. Figures: bench/number/floating.cpp.

// Sets bit 8 * i + 7 for the first byte i of load_digits that is not a digit;
// higher bits are arbitrary (see all_digits).
RILL_ALWAYS_INLINE std::uint64_t digit_marks(std::uint64_t digits) noexcept {
  return (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
}

RILL_ALWAYS_INLINE unsigned marked_byte(std::uint64_t marks) noexcept {
  return static_cast<unsigned>(__builtin_ctzll(marks)) >> 3;
}

// Moves the first `count` bytes, 0 to 7, to the top; zeros precede them.
RILL_ALWAYS_INLINE std::uint64_t first_digits(std::uint64_t digits,
                                              unsigned count) noexcept {
  return digits << 1 << (63 - 8 * count);
}

// As eight_value, but the last two multiplications are independent: 10^6, 10^4,
// 100 and 1 times the four pairs of digits, which are in every other byte.
RILL_ALWAYS_INLINE std::uint64_t value_of_eight(std::uint64_t digits) noexcept {
  constexpr std::uint64_t pairs = 0x000000ff000000ff;
  std::uint64_t const two = digits * 10 + (digits >> 8);
  std::uint64_t const outer = (two & pairs) * 0x000f424000000064;
  std::uint64_t const inner = (two >> 16 & pairs) * 0x0000271000000001;
  return (outer + inner) >> 32;
}

// Loads eight bytes of a text that is long enough: no bounds check.
struct padded_words {
  RILL_ALWAYS_INLINE std::uint64_t digits(char const* at) const noexcept {
    return load_digits(at);
  }
};

// Loads eight bytes of a text, and nothing after its end. The last eight bytes
// are loaded once; a load that begins among them shifts them.
class word_window {
 public:
  RILL_ALWAYS_INLINE word_window(char const* first, char const* last) noexcept
      : last_(last) {
    if (RILL_LIKELY(last - first >= 8)) {
      __builtin_memcpy(&tail_, last - 8, 8);
      return;
    }
    // Two loads that overlap, or the first, the middle and the last byte.
    auto const size = static_cast<unsigned>(last - first);
    if (RILL_LIKELY(size >= 4)) {
      std::uint32_t low, high;
      __builtin_memcpy(&low, first, 4);
      __builtin_memcpy(&high, last - 4, 4);
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

  // Returns eight bytes from `at`, digits as their values. Bytes at or after
  // `last` are not digits. Requires `at` in [first, last].
  RILL_ALWAYS_INLINE std::uint64_t digits(char const* at) const noexcept {
    auto const size = static_cast<unsigned>(last_ - at);
    if (RILL_LIKELY(last_ - at >= 8)) return load_digits(at);
    return (tail_ >> 1 >> (63 - 8 * size)) ^ 0x3030303030303030;
  }

 private:
  char const* last_;
  std::uint64_t tail_;
};

// An everyday number is digits * 10^power; a null `end` means any other text.
struct everyday_decimal {
  char const* end;
  std::uint64_t digits;
  std::ptrdiff_t power;
  bool negative;
  bool is_short;  // at most 8 digits, and no exponent
};

// How many bytes read_everyday_decimal may read from its first one on: 24
// digits or signs with a point among the first eight, the e, its sign, and 8
// digits.
inline constexpr std::ptrdiff_t everyday_padding = 24 + 1 + 1 + 8;

// Reads the digits of a number whose point is among the eight bytes at `at`,
// and whose end is not. `digits` holds these eight bytes, and `before` marks
// those before the point. Moves `at` to the end of the digits. The last `count`
// digits are then the first bytes of `digits`. Returns false when the number is
// not an everyday one.
template <class Words>
RILL_ALWAYS_INLINE bool read_long_decimal(char const*& at, Words const& words,
                                          std::uint64_t& digits,
                                          std::uint64_t before,
                                          everyday_decimal& number,
                                          unsigned& count) noexcept {
  // Takes the digits before the point from `digits`, and those after it from a
  // load one byte further on. The address of that load does not depend on the
  // position of the point.
  char const* const first = at;
  std::uint64_t const behind = words.digits(first + 1);
  std::uint64_t const eight = behind ^ ((digits ^ behind) & before);
  digits = eight;
  std::uint64_t value = 0;
  std::uint64_t marks = digit_marks(digits);
  at += 1;
  if (RILL_LIKELY(marks == 0)) {
    value = value_of_eight(digits);
    at += 8;
    digits = words.digits(at);
    marks = digit_marks(digits);
    if (marks == 0) {
      value = value * 100000000 + value_of_eight(digits);
      at += 8;
      digits = words.digits(at);
      marks = digit_marks(digits);
      if (RILL_UNLIKELY(marks == 0)) return false;
    }
  }
  number.is_short = false;
  count = marked_byte(marks);
  number.digits = value * powers_of_ten.of[count] +
                  value_of_eight(first_digits(digits, count));
  at += count;
  if (RILL_UNLIKELY(at - first > word_digits + 1)) {
    if (eight == 0) return false;
    auto const zeros = static_cast<unsigned>(__builtin_ctzll(eight)) >> 3;
    if (at - first - static_cast<int>(zeros) > word_digits + 1) return false;
  }
  return true;
}

// Adds the exponent, whose e is at `at`, to the number's power, and moves `at`
// to its end. Returns false when the exponent is not an everyday one.
template <class Words>
RILL_ALWAYS_INLINE bool read_everyday_exponent(
    char const*& at, Words const& words, everyday_decimal& number) noexcept {
  number.is_short = false;
  std::uint64_t const digits = words.digits(++at);
  unsigned const sign_byte = static_cast<unsigned char>(digits) ^ 0x30u;
  bool const is_negative = sign_byte == '-';
  unsigned const signs = is_negative | (sign_byte == '+');
  // Digits that reach the last of the eight bytes may continue after it.
  std::uint64_t const marks = digit_marks(digits) >> (8 * signs);
  if (RILL_UNLIKELY(marks == 0)) return false;
  unsigned const count = marked_byte(marks);
  if (RILL_UNLIKELY(count == 0)) return false;
  auto const exponent = static_cast<std::ptrdiff_t>(
      value_of_eight(first_digits(digits >> (8 * signs), count)));
  at += signs + count;
  number.power += is_negative ? -exponent : exponent;
  return true;
}

/// Reads the number at `first` if it is an everyday one: its point or its end
/// is among the first eight bytes, with a digit before it. It has at most 19
/// digits after leading zeros, and at most 24 with them and the sign. After its
/// e are at most seven bytes, the sign included. Requires at least one byte.
template <class Words>
RILL_ALWAYS_INLINE everyday_decimal read_everyday_decimal(char const* first,
                                                          Words const& words,
                                                          char point) noexcept {
  everyday_decimal number;
  number.end = nullptr;
  std::uint64_t digits = words.digits(first);
  // A sign becomes a leading zero, so the end of the digits does not depend on
  // it.
  std::uint64_t const all_marks = digit_marks(digits);
  number.negative = static_cast<unsigned char>(digits) == ('-' ^ '0');
  std::uint64_t marks = all_marks & ~std::uint64_t{255};
  std::uint64_t const sign = std::uint64_t{number.negative} << 7;
  if (RILL_UNLIKELY(marks == 0 || all_marks - marks != sign)) return number;
  digits ^= ('-' ^ '0') & (0 - std::uint64_t{number.negative});
  unsigned count = marked_byte(marks);
  unsigned next = static_cast<unsigned char>(digits >> (8 * count)) ^ 0x30u;
  char const* at = first;
  number.power = 0;
  number.is_short = true;
  if (RILL_LIKELY(next == static_cast<unsigned char>(point))) {
    unsigned const whole = count;
    if (RILL_UNLIKELY(whole == number.negative)) return number;
    std::uint64_t const before = (marks ^ (marks - 1)) >> 8;
    // The point does not carry into the next byte: the next mark is exact.
    marks &= marks - 1;
    if (marks != 0) {
      // The end of the digits is among the eight bytes too.
      count = marked_byte(marks);
      next = static_cast<unsigned char>(digits >> (8 * count)) ^ 0x30u;
      std::uint64_t const behind = digits >> 8;
      digits = behind ^ ((digits ^ behind) & before);
      number.digits = value_of_eight(digits << (64 - 8 * (count - 1)));
      at += count;
    } else {
      if (!read_long_decimal(at, words, digits, before, number, count))
        return number;
      next = static_cast<unsigned char>(digits >> (8 * count)) ^ 0x30u;
    }
    number.power = static_cast<int>(whole) + 1 - (at - first);
  } else {
    if (RILL_UNLIKELY(count == number.negative || (next | 0x20) == 'x'))
      return number;
    number.digits = value_of_eight(first_digits(digits, count));
    at += count;
  }
  if ((next | 0x20) == 'e' && !read_everyday_exponent(at, words, number))
    return number;
  number.end = at;
  return number;
}

// Returns the end of the digits at `at`.
[[gnu::noinline]] inline char const* end_of_digits(word_window const& words,
                                                   char const* at) noexcept {
  std::uint64_t marks;
  for (; (marks = digit_marks(words.digits(at))) == 0; at += 8) {
  }
  return at + marked_byte(marks);
}

// Appends the `count` digits at `at`, at most 19, to the digits of `value`.
[[gnu::noinline]] inline std::uint64_t append_known(std::uint64_t value,
                                                    word_window const& words,
                                                    char const* at,
                                                    unsigned count) noexcept {
  for (; count >= 8; at += 8, count -= 8)
    value = value * 100000000 + value_of_eight(words.digits(at));
  if (count == 0) return value;
  return value * powers_of_ten.of[count] +
         value_of_eight(first_digits(words.digits(at), count));
}

/// As gather_digits, eight bytes at a time.
inline void gather_words(word_window const& words,
                         decimal_text& text) noexcept {
  char const* whole = text.whole;
  char const* fraction = text.fraction;
  while (whole != text.whole_end && *whole == '0') ++whole;
  if (whole == text.whole_end)
    while (fraction != text.fraction_end && *fraction == '0') ++fraction;
  auto const fits = [](std::ptrdiff_t size, unsigned room) {
    return size < static_cast<std::ptrdiff_t>(room)
               ? static_cast<unsigned>(size)
               : room;
  };
  auto const whole_size = text.whole_end - whole;
  auto const fraction_size = text.fraction_end - fraction;
  unsigned const upper = fits(whole_size, word_digits);
  unsigned const lower = fits(fraction_size, word_digits - upper);
  text.digits = append_known(append_known(0, words, whole, upper), words,
                             fraction, lower);
  text.is_cut = whole_size + fraction_size > word_digits;
  auto const left_out = whole_size - static_cast<std::ptrdiff_t>(upper);
  auto const taken =
      fraction - text.fraction + static_cast<std::ptrdiff_t>(lower);
  text.power = text.exponent + left_out - taken;
}

// Returns true when 0x begins the text, so that a hexadecimal number may
// follow; the decimal number is then the 0 alone.
inline bool is_before_hexadecimal(decimal_text const& text,
                                  char const* last) noexcept {
  return text.end && text.end != last && in_lower_case(*text.end) == 'x' &&
         text.end - text.whole == 1 && *text.whole == '0';
}

/// As read_decimal, but reads the sign too; for texts of any length. Sets
/// `whole` to the byte after the sign even if there is no number. Requires that
/// [first, last) is not empty.
RILL_ALWAYS_INLINE decimal_text read_long_decimal(char const* first,
                                                  char const* last,
                                                  char point) noexcept {
  decimal_text text{};
  word_window const words(first, last);
  text.negative = *first == '-';
  char const* at = first + text.negative;
  text.whole = at;
  text.whole_end = at = end_of_digits(words, at);
  text.fraction = text.fraction_end = at;
  if (at != last && *at == point) {
    text.fraction = at + 1;
    text.fraction_end = at = end_of_digits(words, at + 1);
  }
  if (text.whole == text.whole_end && text.fraction == text.fraction_end)
    return text;
  if (at != last) {
    written_exponent const exponent = read_exponent(at, last, 'e');
    if (exponent.end) {
      text.exponent = exponent.value;
      at = exponent.end;
    }
  }
  text.end = at;
  gather_words(words, text);
  return text;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
