// rill/scan/floating.h: floating-point numbers from a reader.
//
// Floor 5. Two ways, as for integers: while 64 bytes are in memory, one
// number is parsed where it is; near the end of the buffer its whole text is
// collected first. Tests: test/scan/floating_test.cpp.
#ifndef RILL_SCAN_FLOATING_H
#define RILL_SCAN_FLOATING_H

#include "../base/each_type.h"
#include "../number/parse_float.h"
#include "integer.h"

namespace rill::inline RILL_BUILD::detail {

// Whether a number that was parsed up to `at` could go on behind `end`: what
// decides are at most an e and a sign, or 0x and a point, with one byte more.
bool is_whole(char const* at, char const* end) noexcept;

// Longer numbers than the everyday ones. Words may be of any length.
template <floating T>
[[gnu::noinline]] char const* parse_rest_quickly(char const* at,
                                                 char const* end,
                                                 T& x) noexcept {
  char const* const digit = at + (*at == '-');
  if (digit == end || (!is_digit(*digit) && *digit != '.')) return nullptr;
  parse_result const result = parse_float_rarely(at, end, x);
  return result && is_whole(result.end, end) ? result.end : nullptr;
}

// The number at `at`, with room behind it; null when it takes the careful way.
// `x` is changed only on success.
template <floating T>
RILL_ALWAYS_INLINE char const* parse_padded(char const* at, char const* end,
                                            T& x) noexcept {
  T value{};
  parse_result const result = parse_float_padded(at, value);
  char const* after = result.end;
  if (RILL_UNLIKELY(!result)) {
    after = parse_rest_quickly(at, end, value);
    if (!after) return nullptr;
  }
  x = value;
  return after;
}

// Parses a number at [at, end) and returns its end; null when it takes the
// careful way. `x` is changed only on success.
template <floating T>
RILL_ALWAYS_INLINE char const* parse_quickly(char const* at, char const* end,
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
  return parse_quickly(at, end, x);
}

/// As many numbers at [first, last) as parse_many would read if they were
/// integers: each is followed by white space.
template <floating T>
bulk_result parse_ahead(char const* first, char const* last, T* out,
                        std::size_t count) {
  std::size_t done = 0;
  while (done != count) {
    char const* const end = parse_quickly(first, last, out[done]);
    if (RILL_UNLIKELY(!end || !is_space(*end))) break;
    first = end;
    ++done;
  }
  return {first, done};
}

// Follows the text of a number byte by byte: takes() says of each whether a
// number can go on with it. What was taken is at most 4 bytes longer than the
// number (infinit), or the open bracket of a nan with what follows.
class float_follower {
 public:
  bool takes(char c) noexcept;

 private:
  static constexpr int behind_sign = 1;
  static constexpr int stopped = 9;
  static constexpr int in_bracket = 10;

  // Where a byte leads to from each place, and a blank where a number cannot
  // go on with it. Other bytes have the last column.
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
      "                     ",  // 9: behind a word
  };
  static constexpr char const* find_text_byte(char const* at,
                                              char wanted) noexcept {
    while (*at && *at != wanted) ++at;
    return at;
  }

  int at_ = 0;
  char const* word_ = "";
};

// The text at the cursor that may be a number, all in memory; not taken. Asks
// the device only while a number can go on.
text whole_floating(reader& in);

// The careful way, also at the end of the input. A device that fails in the
// middle of a number gives no number.
template <floating T>
[[gnu::noinline]] outcome read_floating(reader& in, T& x, text& expected) {
  expected = words_of("a number");
  if (!skip_space(in)) return scan_problem::end_of_input;
  text const all = whole_floating(in);
  if (is_cut(in, all.end())) return scan_problem::malformed;
  parse_result const result = parse_float_rarely(all.begin(), all.end(), x);
  if (result.error == number_error::out_of_range) {
    expected = bounds_of_floating<T>();
    return scan_problem::out_of_range;
  }
  if (!result) return scan_problem::malformed;
  in.advance_to(result.end);
  return fine;
}

template <floating T>
struct item<T> {
  RILL_ALWAYS_INLINE static outcome read(reader& in, T& x, text& expected) {
    if (char const* const end = parse_quickly(in.cursor(), in.end(), x)) {
      in.advance_to(end);
      return fine;
    }
    // A copy of its own, so that the caller's x can stay in a register.
    T value{};
    outcome const how = read_floating(in, value, expected);
    if (how == fine) x = value;
    return how;
  }
  /// What read() does where the number is not in memory, or not everyday.
  static outcome read_carefully(reader& in, T& x, text& expected) {
    return read_floating(in, x, expected);
  }
};

// item<T>::read with the everyday number by a call.
template <floating T>
outcome read_number(reader& in, T& x, text& expected) {
  char const* const end = parse_called(in.cursor(), in.end(), x);
  if (RILL_UNLIKELY(!end)) return item<T>::read_carefully(in, x, expected);
  in.advance_to(end);
  return fine;
}

#if RILL_COMPILED
#define RILL_READ(T)                                                         \
  RILL_EXTERN template char const* parse_called<T>(char const*, char const*, \
                                                   T&);                      \
  RILL_EXTERN template char const* parse_rest_quickly<T>(                    \
      char const*, char const*, T&) noexcept;                                \
  RILL_EXTERN template outcome read_floating<T>(reader&, T&, text&);
RILL_EACH_FLOAT(RILL_READ)
#undef RILL_READ
#endif

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "floating_body.h"
#endif

#endif
