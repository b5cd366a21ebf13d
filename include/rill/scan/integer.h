// rill/scan/integer.h: integers from a reader.
//
// Floor 5. Two ways: while 64 bytes are in memory, one integer is parsed
// where it is, a word at a time; near the end of the buffer, and for whatever
// is not an everyday number, the careful way. Tests:
// test/scan/integer_test.cpp.
#ifndef RILL_SCAN_INTEGER_H
#define RILL_SCAN_INTEGER_H

#include "../base/each_type.h"
#include "../number/bulk.h"
#include "../number/parse.h"
#include "../value/number_format.h"
#include "item.h"
#include "number_words.h"

namespace rill::inline RILL_BUILD::detail {

constexpr bool is_space_without_branch(char c) noexcept {
  return (static_cast<unsigned>(c == ' ') |
          static_cast<unsigned>(static_cast<unsigned char>(c - '\t') < 5)) != 0;
}

// Passes the white space in front of a number of which `needed` bytes have
// to be in memory; null when they are not.
RILL_ALWAYS_INLINE char const* pass_separator(char const* at, char const* end,
                                              std::ptrdiff_t needed) {
  if (RILL_UNLIKELY(end - at < needed)) return nullptr;
  // One separator is the rule. Passing it by a branch, which is predicted,
  // keeps the look at it out of the chain from the end of one number to the
  // first byte of the next, which is what limits the speed: adding the answer
  // took 1.3 times as long. The bytes up to the blank are the candidates, so
  // that blank and newline are one branch.
  if (RILL_LIKELY(static_cast<unsigned char>(*at) <= ' ')) {
    if (RILL_UNLIKELY(!is_space_without_branch(*at))) return nullptr;
    ++at;
    while (RILL_UNLIKELY(static_cast<unsigned char>(*at) <= ' ')) {
      if (!is_space(*at)) return nullptr;
      if (end - ++at < needed) return nullptr;
    }
  }
  return at;
}

// Parses an everyday integer at [at, end) and returns its end; null when it
// takes the careful way. `n` is changed only on success.
template <integer T>
RILL_ALWAYS_INLINE char const* parse_quickly(char const* at, char const* end,
                                             T& n) {
  at = pass_separator(at, end, 2 * decimal_padding);
  if (RILL_UNLIKELY(!at)) return nullptr;
  // The compiler has to see that n is set where the end is not null: else it
  // warns of `for (int n; scan(n);)`.
  T value{};
  parse_result const result = parse_decimal_padded(at, value);
  if (RILL_UNLIKELY(!result)) return nullptr;
  n = value;
  return result.end;
}

// parse_quickly as one function of a type, for calls that are no loop.
template <integer T>
[[gnu::noinline]] char const* parse_called(char const* at, char const* end,
                                           T& n) {
  return parse_quickly(at, end, n);
}
/// Many integers at [first, last): parse_many under the name that it has for
/// all numbers.
template <integer T>
RILL_ALWAYS_INLINE bulk_result parse_ahead(char const* first, char const* last,
                                           T* out, std::size_t count) {
  return parse_many(first, last, out, count);
}

// A character that an integer in this base may contain.
constexpr bool is_digit_in(char c, int base) noexcept {
  int const letter = (c | 0x20) - 'a';
  int const value = is_digit(c) ? c - '0' : letter + 10;
  return value >= 0 && value < base &&
         (is_digit(c) || (letter >= 0 && letter < 26));
}

// The sign and digits at the cursor, all in memory; not taken.
text whole_integer(reader& in, int base);

// The careful way, also at the end of the input. A device that fails in the
// middle of an integer gives no integer: it could be the half of one.
template <integer T>
[[gnu::noinline]] outcome read_integer(reader& in, T& n, text& expected,
                                       int base) {
  expected = words_of("an integer");
  if (!skip_space(in)) return scan_problem::end_of_input;
  text const digits = whole_integer(in, base);
  if (is_cut(in, digits.end())) return scan_problem::malformed;
  parse_result const result =
      plain_parse(digits.begin(), digits.end(), n, static_cast<unsigned>(base));
  if (result.error == number_error::out_of_range) {
    expected = bounds_of_integers<T>();
    return scan_problem::out_of_range;
  }
  if (!result) return scan_problem::malformed;
  in.advance_to(result.end);
  return fine;
}

template <integer T>
struct item<T> {
  RILL_ALWAYS_INLINE static outcome read(reader& in, T& n, text& expected) {
    if (char const* const end = parse_quickly(in.cursor(), in.end(), n)) {
      in.advance_to(end);
      return fine;
    }
    // A copy of its own, so that the caller's n can stay in a register.
    T value{};
    outcome const how = read_integer(in, value, expected, 10);
    if (how == fine) n = value;
    return how;
  }
  /// What read() does where the number is not in memory, or not everyday.
  static outcome read_carefully(reader& in, T& n, text& expected) {
    return read_integer(in, n, expected, 10);
  }
};

// item<T>::read with the everyday number by a call.
template <integer T>
outcome read_number(reader& in, T& n, text& expected) {
  char const* const end = parse_called(in.cursor(), in.end(), n);
  if (RILL_UNLIKELY(!end)) return item<T>::read_carefully(in, n, expected);
  in.advance_to(end);
  return fine;
}

// hex(n), oct(n), bin(n), base<36>(n); prefix(…) must be there when asked
// for.
template <class T, int Base, bool Upper, bool Prefix>
  requires integer<bare<T>> && std::is_lvalue_reference_v<T>
struct item<based<T, Base, Upper, Prefix>> {
  using target = based<T, Base, Upper, Prefix>;

  static outcome read(reader& in, target& to, text& expected) {
    if constexpr (Prefix) {
      if (!skip_space(in)) {
        expected = name_of_integers<Base, true>();
        return scan_problem::end_of_input;
      }
      return read_prefixed(in, to.value, expected);
    } else {
      return read_plainly(in, to.value, expected);
    }
  }

 private:
  static outcome read_plainly(reader& in, bare<T>& n, text& expected) {
    outcome const how = read_integer(in, n, expected, Base);
    if (how != fine)
      expected = how == scan_problem::out_of_range
                     ? bounds_of_integers<bare<T>, Base, Prefix>()
                     : name_of_integers<Base, Prefix>();
    return how;
  }
  // [-]0x…: sign and prefix are looked at first, so that what is wrong can be
  // said before anything is taken.
  static outcome read_prefixed(reader& in, bare<T>& n, text& expected) {
    expected = name_of_integers<Base, true>();
    constexpr char letter = Base == 16 ? 'x' : Base == 2 ? 'b' : '\0';
    std::size_t const sign = *in.cursor() == '-';
    if (in.peek(sign + 1).size <= sign || in.cursor()[sign] != '0')
      return scan_problem::malformed;
    if constexpr (letter == '\0') {
      return read_plainly(in, n, expected);  // the 0 is a digit too
    } else {
      if (in.peek(sign + 2).size <= sign + 1 ||
          (in.cursor()[sign + 1] | 0x20) != letter)
        return scan_problem::malformed;
      return read_behind(in, n, expected, sign);
    }
  }

  // Parses [sign] and the digits behind the mark as one number, out of a
  // copy without the mark.
  static outcome read_behind(reader& in, bare<T>& n, text& expected,
                             std::size_t sign) {
    constexpr std::size_t mark_size = 2;
    std::size_t size = sign + mark_size;
    for (;;) {
      char const* at = in.cursor() + size;
      while (at != in.end() && is_digit_in(*at, Base)) ++at;
      size = static_cast<std::size_t>(at - in.cursor());
      if (at != in.end() || !in.more()) break;
    }
    if (is_cut(in, in.cursor() + size)) return scan_problem::malformed;
    // Of 129 digits behind zeros the first says that the number is too large.
    constexpr std::size_t most = 129;
    char const* digits = in.cursor() + sign + mark_size;
    char const* const last = in.cursor() + size;
    while (last - digits > 1 && *digits == '0') ++digits;
    char copy[1 + most];
    copy[0] = '-';
    char const* const end =
        copy_bytes(copy + sign, digits,
                   smaller(static_cast<std::size_t>(last - digits), most));
    parse_result const result = parse_integer(&copy[0], end, n, Base);
    if (result.error == number_error::out_of_range) {
      expected = bounds_of_integers<bare<T>, Base, true>();
      return scan_problem::out_of_range;
    }
    if (!result) return scan_problem::malformed;
    in.advance_to(in.cursor() + size);
    return fine;
  }
};

#if RILL_COMPILED
#define RILL_READ(T)                                                         \
  RILL_EXTERN template char const* parse_called<T>(char const*, char const*, \
                                                   T&);                      \
  RILL_EXTERN template outcome read_integer<T>(reader&, T&, text&, int);
RILL_EACH_INTEGER(RILL_READ)
#undef RILL_READ
#endif

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "integer_body.h"
#endif

#endif
