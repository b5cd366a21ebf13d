// rill/scan/number.h: integers and floating-point numbers from a reader, and
// their names in errors.
//
// Layer 5. Tests: test/scan/failure_test.cpp, test/scan/integer_test.cpp,
// test/scan/floating_test.cpp.
#ifndef RILL_SCAN_NUMBER_H
#define RILL_SCAN_NUMBER_H

#include "../base/text.h"
#include "../number/bulk.h"
#include "../number/floating.h"
#include "../number/parse.h"
#include "../number/parse_float.h"
#include "../number/result.h"
#include "../value/wrappers.h"
#include "item.h"

// The names of number types in errors.
//
// Constant data, made at compile time. Only the cold paths refer to it.

namespace rill::inline RILL_BUILD::detail {

// Writes text, or counts its bytes if there is no output.
struct word_writer {
  char* out;
  std::size_t size = 0;

  constexpr void add(char c) noexcept {
    if (out) out[size] = c;
    ++size;
  }
  constexpr void add(char const* words) noexcept {
    for (; *words; ++words) add(*words);
  }
  // A mark, such as 0x, follows the sign.
  template <integer T>
  constexpr void add(T number, int base, char const* mark) noexcept {
    char digits[8 * sizeof(T)] = {};
    int count = 0;
    bool const is_negative = number < T{};
    do {
      auto const digit = static_cast<int>(number % static_cast<T>(base));
      digits[count++] =
          "0123456789abcdefghijklmnopqrstuvwxyz"[is_negative ? -digit : digit];
      number = static_cast<T>(number / static_cast<T>(base));
    } while (number != T{});
    if (is_negative) add('-');
    add(mark);
    while (count != 0) add(digits[--count]);
  }
};

template <integer T>
constexpr T largest_of() noexcept {
  if constexpr (static_cast<T>(-1) < T{}) {
    auto const half = static_cast<T>(T{1} << (8 * sizeof(T) - 2));
    return static_cast<T>(static_cast<T>(half - T{1}) + half);
  } else {
    return static_cast<T>(-1);
  }
}

// The prefix of a number in this base, such as 0x, if it is requested.
constexpr char const* mark_of(int base, bool prefix) noexcept {
  if (!prefix) return "";
  return base == 16 ? "0x" : base == 2 ? "0b" : base == 8 ? "0" : "";
}

// "an integer", "a hexadecimal integer", "an integer in base 36"
constexpr void write_kind(word_writer& to, int base, bool prefix) noexcept {
  to.add(base == 16  ? "a hexadecimal integer"
         : base == 8 ? "an octal integer"
         : base == 2 ? "a binary integer"
                     : "an integer");
  if (base != 16 && base != 8 && base != 2 && base != 10) {
    to.add(" in base ");
    to.add(base, 10, "");
  }
  if (prefix) {
    to.add(" with ");
    to.add(mark_of(base, prefix));
  }
}

// "an integer between -128 and 127"
template <integer T, int Base, bool Prefix>
constexpr void write_bounds(word_writer& to) noexcept {
  constexpr T largest = largest_of<T>();
  constexpr T least = static_cast<T>(
      static_cast<T>(-1) < T{} ? static_cast<T>(-1) - largest : T{});
  write_kind(to, Base, false);
  to.add(" between ");
  to.add(least, Base, mark_of(Base, Prefix));
  to.add(" and ");
  to.add(largest, Base, mark_of(Base, Prefix));
}

template <int Base, bool Prefix>
struct kind_words {
  static constexpr void write(word_writer& to) noexcept {
    write_kind(to, Base, Prefix);
  }
};
template <integer T, int Base, bool Prefix>
struct bound_words {
  static constexpr void write(word_writer& to) noexcept {
    write_bounds<T, Base, Prefix>(to);
  }
};

template <class Words>
constexpr std::size_t size_of_words() noexcept {
  word_writer count{nullptr};
  Words::write(count);
  return count.size;
}
template <std::size_t Size>
struct kept_words {
  char bytes[Size];
};
template <class Words>
constexpr auto make_words() noexcept {
  kept_words<size_of_words<Words>()> made{};
  word_writer to{made.bytes};
  Words::write(to);
  return made;
}
template <class Words>
inline constexpr auto words_made = make_words<Words>();
template <class Words>
constexpr text text_of_words() noexcept {
  return {words_made<Words>.bytes, sizeof words_made<Words>.bytes};
}

// The text of an error for a T in a base.
template <int Base = 10, bool Prefix = false>
constexpr text name_of_integers() noexcept {
  return text_of_words<kind_words<Base, Prefix>>();
}
template <integer T, int Base = 10, bool Prefix = false>
constexpr text bounds_of_integers() noexcept {
  return text_of_words<bound_words<T, Base, Prefix>>();
}

template <floating T>
constexpr text bounds_of_floating() noexcept {
  switch (float_format<T>::precision) {
    case 8:
      return "a number within the range of bfloat16";
    case 11:
      return "a number within the range of float16";
    case 24:
      return "a number within the range of float";
    case 53:
      return "a number within the range of double";
    case 64:
      return "a number within the range of long double";
    default:
      return "a number within the range of float128";
  }
}

// Integers from a reader.
//
// Fast path: while 64 bytes are in memory, an integer is parsed in place, 8
// bytes at a time. Slow path: near the end of the buffer, and for every integer
// that the fast path does not handle.

constexpr bool is_space_without_branch(char c) noexcept {
  return (static_cast<unsigned>(c == ' ') |
          static_cast<unsigned>(static_cast<unsigned char>(c - '\t') < 5)) != 0;
}

// Passes the white space before a number. Returns null unless `needed` bytes
// are in memory from there.
RILL_ALWAYS_INLINE char const* pass_separator(char const* at, char const* end,
                                              std::ptrdiff_t needed) {
  if (RILL_UNLIKELY(end - at < needed)) return nullptr;
  // Usually there is one separator. A predicted branch passes it, which keeps
  // the test out of the dependency chain from the end of one number to the
  // first byte of the next; that chain limits the speed. Adding the test's
  // result to the pointer took 1.3 times as long. The branch tests for bytes up
  // to the blank, so that blank and newline take the same one.
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

// Parses an integer at [at, end) and returns its end; null when it needs the
// slow path. `n` is changed only on success.
template <integer T>
RILL_ALWAYS_INLINE char const* parse_fast(char const* at, char const* end,
                                          T& n) {
  at = pass_separator(at, end, 2 * decimal_padding);
  if (RILL_UNLIKELY(!at)) return nullptr;
  // Makes n visibly initialized when the end is not null; otherwise the
  // compiler warns about `for (int n; scan(n);)`.
  T value{};
  parse_result const result = parse_decimal_padded(at, value);
  if (RILL_UNLIKELY(!result)) return nullptr;
  n = value;
  return result.end;
}

// parse_fast as one function for each type, for calls outside of a loop.
template <integer T>
[[gnu::noinline]] char const* parse_called(char const* at, char const* end,
                                           T& n) {
  return parse_fast(at, end, n);
}
/// Parses many integers at [first, last): parse_many with the name that all
/// number types share.
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

// Returns the sign and digits at the cursor, completely in memory. Does not
// take them. With `size`, the digits behind that many bytes, which are a part
// of the text.
text whole_integer_behind(reader& in, int base, std::size_t size);
text whole_integer(reader& in, int base);

// The bytes at the cursor that were not read as a number, as far as the
// functions below look: two, if the first is a plus sign or a comma.
[[gnu::cold]] text refused_ahead(reader& in);

// The words for a text at `at` that is no integer in this base because it has a
// plus sign; `expected` unchanged for another text.
[[gnu::cold]] text unless_plus(text at, int base, text expected);

// The words for a text that is no floating-point number, or that follows one:
// it may have a plus sign or a decimal comma.
[[gnu::cold]] text refused_number(text at);
// The same for [at, end), which is not empty. Behind a number is no sign.
inline text refused_number(char const* at, char const* end, bool is_behind) {
  if (is_behind && *at != ',') return "a number";
  return refused_number(text{at, static_cast<std::size_t>(end - at)});
}

// Says why the text at `at` was not read as an integer. `why` is not none.
// `bounds` is the text for numbers that the type cannot hold; `is_unsigned`: so
// are all with a minus sign.
[[gnu::cold]] scan_status refuse_integer(text at, int base, number_error why,
                                         bool is_unsigned, text bounds,
                                         text& expected);

// The slow path, also for the end of the input. A device error in the middle of
// an integer is an error, because its digits may be incomplete.
template <integer T>
[[gnu::noinline]] scan_status read_integer(reader& in, T& n, text& expected,
                                           int base) {
  expected = words_of("an integer");
  if (!skip_space(in)) return scan_problem::end_of_input;
  text const digits = whole_integer(in, base);
  if (is_cut(in, digits.end())) return scan_problem::malformed;
  parse_result const result =
      plain_parse(digits.begin(), digits.end(), n, static_cast<unsigned>(base));
  if (!result)
    return refuse_integer(refused_ahead(in), base, result.error,
                          !is_signed_integer<T>, bounds_of_integers<T>(),
                          expected);
  in.advance_to(result.end);
  return scan_ok;
}

template <integer T>
struct item<T> {
  RILL_ALWAYS_INLINE static scan_status read(reader& in, T& n, text& expected) {
    if (char const* const end = parse_fast(in.cursor(), in.end(), n)) {
      in.advance_to(end);
      return scan_ok;
    }
    // A local variable, so that the caller's n can stay in a register.
    T value{};
    scan_status const how = read_integer(in, value, expected, 10);
    if (how == scan_ok) n = value;
    return how;
  }
  /// The slow path of read().
  static scan_status read_carefully(reader& in, T& n, text& expected) {
    return read_integer(in, n, expected, 10);
  }
};

// item<T>::read with the fast path in a function call.
template <integer T>
scan_status read_number(reader& in, T& n, text& expected) {
  char const* const end = parse_called(in.cursor(), in.end(), n);
  if (RILL_UNLIKELY(!end)) return item<T>::read_carefully(in, n, expected);
  in.advance_to(end);
  return scan_ok;
}

/// What stands at the cursor instead of digits: [-]0x and a digit.
enum class mark_found : unsigned char {
  none,
  whole,
  cut,  // the device failed behind the mark
};

// Looks for a mark with this letter, in small or capital. Takes nothing.
// Requires that a byte is in memory.
mark_found find_mark(reader& in, char letter, int base);

// hex(n), oct(n), bin(n), base<36>(n). Accepts 0x, 0o or 0b before the digits,
// as strtol does: without a digit behind it, the number is the 0. prefix(…)
// requires the prefix.
template <class T, int Base, bool Upper, bool Prefix>
  requires integer<remove_cvref<T>> && std::is_lvalue_reference_v<T>
struct item<based<T, Base, Upper, Prefix>> {
  using target = based<T, Base, Upper, Prefix>;

  static scan_status read(reader& in, target& to, text& expected) {
    if constexpr (letter == '\0') return read_plainly(in, to.value, expected);
    expected = name_of_integers<Base, Prefix>();
    if (!skip_space(in)) return scan_problem::end_of_input;
    if constexpr (Prefix)
      if (!has_prefix(in)) return scan_problem::malformed;
    switch (find_mark(in, letter, Base)) {
      case mark_found::whole:
        return read_behind(in, to.value, expected, *in.cursor() == '-');
      case mark_found::cut:
        return scan_problem::malformed;
      default:
        return Prefix && Base != 8 ? scan_problem::malformed
                                   : read_plainly(in, to.value, expected);
    }
  }

 private:
  static constexpr char letter = Base == 16  ? 'x'
                                 : Base == 8 ? 'o'
                                 : Base == 2 ? 'b'
                                             : '\0';

  static scan_status read_plainly(reader& in, remove_cvref<T>& n,
                                  text& expected) {
    scan_status const how = read_integer(in, n, expected, Base);
    if (how != scan_ok)
      expected = how == scan_problem::out_of_range
                     ? bounds_of_integers<remove_cvref<T>, Base, Prefix>()
                     : unless_plus(refused_ahead(in), Base,
                                   name_of_integers<Base, Prefix>());
    return how;
  }
  // The octal prefix, 0, is a digit too.
  static bool has_prefix(reader& in) {
    std::size_t const sign = *in.cursor() == '-';
    return in.peek(sign + 1).size > sign && in.cursor()[sign] == '0';
  }

  // Parses [sign] and the digits behind the mark as one number, from a copy
  // without the mark.
  static scan_status read_behind(reader& in, remove_cvref<T>& n, text& expected,
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
    // 129 digits without leading zeros are too large for every type and base.
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
    bool const is_negative = sign != 0 && !is_signed_integer<remove_cvref<T>>;
    if (result.error == number_error::out_of_range || is_negative) {
      expected = bounds_of_integers<remove_cvref<T>, Base, Prefix>();
      return scan_problem::out_of_range;
    }
    if (!result) return scan_problem::malformed;
    in.advance_to(in.cursor() + size);
    return scan_ok;
  }
};

#if RILL_COMPILED
#define RILL_READ(T)                                                         \
  RILL_EXTERN template char const* parse_called<T>(char const*, char const*, \
                                                   T&);                      \
  RILL_EXTERN template scan_status read_integer<T>(reader&, T&, text&, int);
RILL_EACH_INTEGER(RILL_READ)
#undef RILL_READ
#endif

// Floating-point numbers from a reader.
//
// Two paths, as for integers: while 64 bytes are in memory, a number is parsed
// in place; near the end of the buffer its whole text is collected first.

// True if a number that was parsed up to `at` cannot continue behind `end`. At
// most an e and a sign, or 0x and a point, and one byte more decide that.
bool is_whole(char const* at, char const* end) noexcept;

// Parses numbers that parse_float_padded does not handle; infinity and nan are
// left to the slow path.
template <floating T>
[[gnu::noinline]] char const* parse_rest_fast(char const* at, char const* end,
                                              T& x) noexcept {
  char const* const digit = at + (*at == '-');
  if (digit == end || (!is_digit(*digit) && *digit != '.')) return nullptr;
  parse_result const result = parse_float_rarely(at, end, x);
  return result && is_whole(result.end, end) ? result.end : nullptr;
}

// Parses the number at `at`, with padding behind it. Returns null when it needs
// the slow path. `x` is changed only on success.
template <floating T>
RILL_ALWAYS_INLINE char const* parse_padded(char const* at, char const* end,
                                            T& x) noexcept {
  T value{};
  parse_result const result = parse_float_padded(at, value);
  char const* after = result.end;
  if (RILL_UNLIKELY(!result)) {
    after = parse_rest_fast(at, end, value);
    if (!after) return nullptr;
  }
  x = value;
  return after;
}

// Parses a number at [at, end) and returns its end; null when it needs the slow
// path. `x` is changed only on success.
template <floating T>
RILL_ALWAYS_INLINE char const* parse_fast(char const* at, char const* end,
                                          T& x) {
  constexpr std::ptrdiff_t needed = 64;
  static_assert(needed > float_padding);
  at = pass_separator(at, end, needed);
  if (RILL_UNLIKELY(!at)) return nullptr;
  return parse_padded(at, end, x);
}

template <floating T>
[[gnu::noinline]] char const* parse_called(char const* at, char const* end,
                                           T& x) {
  return parse_fast(at, end, x);
}

/// Parses numbers at [first, last) as parse_many does for integers: only those
/// followed by white space.
template <floating T>
bulk_result parse_ahead(char const* first, char const* last, T* out,
                        std::size_t count) {
  std::size_t done = 0;
  while (done != count) {
    char const* const end = parse_fast(first, last, out[done]);
    if (RILL_UNLIKELY(!end || !is_space(*end))) break;
    first = end;
    ++done;
  }
  return {first, done};
}

// A state machine over the text of a number: takes(c) returns whether a number
// can continue with c. The bytes taken may exceed the number by at most 4
// (infinit), or by the open bracket of a nan and what follows it.
class float_follower {
 public:
  bool takes(char c) noexcept;

 private:
  static constexpr int behind_sign = 1;
  static constexpr int stopped = 9;
  static constexpr int in_bracket = 10;

  // The next state for each state and byte; a blank if a number cannot continue
  // with it. The last column is for all other bytes.
  static constexpr char letters[] = "0123456789-+.eabcdfxp";
  static constexpr char ways[10][22] = {
      "23333333331 4        ",  // 0: at the start
      "2333333333  4        ",  // 1: behind the sign
      "3333333333  45     7 ",  // 2: behind a first 0
      "3333333333  45       ",  // 3: in the digits
      "4444444444   5       ",  // 4: behind the point
      "666666666666         ",  // 5: behind the e or p
      "6666666666           ",  // 6: in the exponent
      "7777777777  8777777 5",  // 7: behind 0x
      "8888888888   888888 5",  // 8: behind its point
      "                     ",  // 9: behind infinity or nan
  };
  static constexpr char const* find_text_byte(char const* at,
                                              char wanted) noexcept {
    while (*at && *at != wanted) ++at;
    return at;
  }

  int at_ = 0;
  char const* word_ = "";
};

// Returns the text at the cursor that may be a number, completely in memory.
// Does not take it. Calls the device only while a number can continue. The
// number begins behind `size` bytes, which are a part of the text.
text whole_floating_behind(reader& in, std::size_t size);
text whole_floating(reader& in);

// The slow path, also for the end of the input. A device error in the middle of
// a number is an error.
template <floating T>
[[gnu::noinline]] scan_status read_floating(reader& in, T& x, text& expected) {
  expected = words_of("a number");
  if (!skip_space(in)) return scan_problem::end_of_input;
  text const all = whole_floating(in);
  if (is_cut(in, all.end())) return scan_problem::malformed;
  parse_result const result = parse_float_rarely(all.begin(), all.end(), x);
  if (result.error == number_error::out_of_range) {
    expected = bounds_of_floating<T>();
    return scan_problem::out_of_range;
  }
  if (!result) {
    expected = refused_number(refused_ahead(in));
    return scan_problem::malformed;
  }
  in.advance_to(result.end);
  return scan_ok;
}

template <floating T>
struct item<T> {
  RILL_ALWAYS_INLINE static scan_status read(reader& in, T& x, text& expected) {
    if (char const* const end = parse_fast(in.cursor(), in.end(), x)) {
      in.advance_to(end);
      return scan_ok;
    }
    // A local variable, so that the caller's x can stay in a register.
    T value{};
    scan_status const how = read_floating(in, value, expected);
    if (how == scan_ok) x = value;
    return how;
  }
  /// The slow path of read().
  static scan_status read_carefully(reader& in, T& x, text& expected) {
    return read_floating(in, x, expected);
  }
};

// item<T>::read with the fast path in a function call.
template <floating T>
scan_status read_number(reader& in, T& x, text& expected) {
  char const* const end = parse_called(in.cursor(), in.end(), x);
  if (RILL_UNLIKELY(!end)) return item<T>::read_carefully(in, x, expected);
  in.advance_to(end);
  return scan_ok;
}

#if RILL_COMPILED
#define RILL_READ(T)                                                         \
  RILL_EXTERN template char const* parse_called<T>(char const*, char const*, \
                                                   T&);                      \
  RILL_EXTERN template char const* parse_rest_fast<T>(                       \
      char const*, char const*, T&) noexcept;                                \
  RILL_EXTERN template scan_status read_floating<T>(reader&, T&, text&);
RILL_EACH_FLOAT(RILL_READ)
#undef RILL_READ
#endif

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "number_body.h"
#endif

#endif
