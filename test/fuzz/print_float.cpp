// test/fuzz/print_float.cpp: numbers with a given number of digits, compared
// with snprintf. The input is a form and its letters, the number of digits, and
// the bytes of a long double or of a double.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined
//       -I include -I test test/fuzz/print_float.cpp
#include <stdint.h>
#include <stdlib.h>

#include <cstring>

#include "../support/printed.h"

namespace {

template <class T>
void compare(T x, rill_test::form f, int digits, bool upper) {
  if (!rill::detail::take_apart(x).is_finite) return;
  if (rill_test::written(x, f, digits, upper) !=
      rill_test::printed(x, f, digits, upper))
    abort();
  if (!rill_test::as_printed(x, f, digits, upper)) abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
  if (size < 11) return 0;
  auto const f = rill_test::forms[data[0] & 3];
  bool const upper = data[0] & 4;
  // Mostly few digits, sometimes up to 2000.
  int digits = data[1] % 48;
  if (data[0] & 8) digits = (data[1] << 8 | data[2]) % 2000;
  if (f == rill_test::form::hexfloat && data[0] & 16) digits = -1;
  std::uint64_t bits = 0;
  std::memcpy(&bits, data + 3, 8);
  if (data[0] & 32) {
    // Composes a valid long double from its significand and exponent.
    int exponent = 0;
    if (size >= 13) exponent = data[11] << 8 | data[12];
    using format = rill::detail::float_format<long double>;
    using significand = format::significand;
    significand m = bits;
    int k = format::least_exponent;
    constexpr auto first =
        static_cast<significand>(significand{1} << (format::precision - 1));
    if (exponent & 1) {
      m |= first;
      k += exponent % (format::greatest_exponent - format::least_exponent + 1);
    } else {
      m &= first - 1;
    }
    compare(rill::detail::put_together<long double>(
                {m, k, (data[0] & 64) != 0, true}),
            f, digits, upper);
    return 0;
  }
  compare(__builtin_bit_cast(double, bits), f, digits, upper);
  float x;
  std::memcpy(&x, data + 3, sizeof x);
  compare(x, f, digits, upper);
  return 0;
}
