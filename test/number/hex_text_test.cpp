// Hexadecimal floating-point numbers as printf writes them.
#include "rill/number/shortest.h"

#include <doctest/doctest.h>

#include <random>  // std::mt19937_64

#include "../support/float_texts.h"
#include "../support/printed.h"

namespace {

using rill_test::as_printed;
using rill_test::form;

template <class T>
bool with_all_digits(T x) {
  bool right = as_printed(x, form::hexfloat, -1, true);
  for (int digits = 0; digits != 33; ++digits)
    right = right && as_printed(x, form::hexfloat, digits, digits % 2 == 0) &&
            as_printed(static_cast<T>(-x), form::hexfloat, digits);
  return right;
}

}  // namespace

TEST_CASE_TEMPLATE("number/shortest: every exponent as printf", T, float,
                   double) {
  using format = rill_test::format_of<T>;
  using significand = typename format::significand;
  std::mt19937_64 random(1);
  for (int biased = 0; biased != format::greatest_biased; ++biased) {
    CAPTURE(biased);
    auto const end = static_cast<significand>(1) << (format::precision - 1);
    auto const m = static_cast<significand>(random() & (end - 1));
    REQUIRE(with_all_digits(rill_test::number_of_fields<T>(m, biased)));
    auto const bit = static_cast<significand>(1)
                     << (random() % (format::precision - 1));
    REQUIRE(with_all_digits(rill_test::number_of_fields<T>(bit, biased)));
    REQUIRE(with_all_digits(
        rill_test::number_of_fields<T>(end - 1 - (bit - 1), biased)));
    REQUIRE(with_all_digits(rill_test::number_of_fields<T>(0, biased)));
  }
}

TEST_CASE_TEMPLATE("number/shortest: exponents far apart, as printf", T,
                   long double) {
  using format = rill_test::format_of<T>;
  using significand = typename format::significand;
  std::mt19937_64 random(2);
  for (int biased = 0; biased < format::greatest_biased;
       biased += biased < 5 ? 1 : 331) {
    CAPTURE(biased);
    auto const end = static_cast<significand>(1) << (format::precision - 1);
    for (int i = 0; i != 8; ++i) {
      auto const m = static_cast<significand>(random() & (end - 1));
      auto const low = static_cast<significand>(
          m & ~static_cast<significand>((1u << (random() % 31)) - 1));
      REQUIRE(with_all_digits(rill_test::number_of_fields<T>(m, biased)));
      REQUIRE(with_all_digits(rill_test::number_of_fields<T>(low, biased)));
      REQUIRE(with_all_digits(rill_test::number_of_fields<T>(
          static_cast<significand>(end - 1 - low), biased)));
    }
  }
}
