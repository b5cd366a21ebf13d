// rill/scan/plus.h: numbers that may have a plus sign.
//
// Layer 5. Tests: test/scan/integer_test.cpp.
#ifndef RILL_SCAN_PLUS_H
#define RILL_SCAN_PLUS_H

#include "../base/text.h"
#include "../value/wrappers.h"
#include "item.h"
#include "number.h"

// Numbers without a sign take the usual way. No allocation.

namespace rill::inline RILL_BUILD::detail {

// plus(x): a number that may have a plus sign.
template <class T>
  requires(integer<T> || floating<T>)
struct item<styled_number<T&>> {
  static scan_status read(reader& in, styled_number<T&>& to, text& expected) {
    expected = integer<T> ? words_of("an integer") : words_of("a number");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (*in.cursor() != '+') return item<T>::read(in, *to.target, expected);
    return read_positive(in, *to.target, expected);
  }

 private:
  [[gnu::noinline]] static scan_status read_positive(reader& in, T& n,
                                                     text& expected) {
    text all;
    if constexpr (integer<T>)
      all = whole_integer_behind(in, 10, 1);
    else
      all = whole_floating_behind(in, 1);
    if (is_cut(in, all.end())) return scan_problem::malformed;
    char const* const first = all.begin() + 1;
    if (first == all.end() || *first == '-') return scan_problem::malformed;
    T value{};
    parse_result result;
    if constexpr (integer<T>)
      result = plain_parse(first, all.end(), value, 10U);
    else
      result = parse_float_rarely(first, all.end(), value);
    if (result.error == number_error::out_of_range) {
      if constexpr (integer<T>)
        expected = bounds_of_integers<T>();
      else
        expected = bounds_of_floating<T>();
      return scan_problem::out_of_range;
    }
    if (!result) return scan_problem::malformed;
    n = value;
    in.advance_to(result.end);
    return scan_ok;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
