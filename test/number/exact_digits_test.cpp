// All digits of a floating-point number, against the slow twin.
#include "rill/number/exact_digits.h"

#include <doctest/doctest.h>

#include <random>  // std::mt19937_64
#include <string>

#include "../reference/shortest.h"

namespace {

// The decimal 0.d1d2d3… * 10^(first + 1) of the chunks.
template <class Format>
reference::decimal digits_of(typename Format::significand m, int k) {
  rill::detail::exact_digits<Format> source(m, k);
  int const whole = source.whole_count() * rill::detail::chunk_digits;
  std::string text;
  while (source.has_more() || text.size() < static_cast<std::size_t>(whole)) {
    std::string const chunk = std::to_string(source.next());
    text += std::string(19 - chunk.size(), '0') + chunk;
  }
  std::size_t const zeros = text.find_first_not_of('0');
  reference::decimal out;
  if (zeros == std::string::npos) return out;
  out.first = whole - 1 - static_cast<int>(zeros);
  out.digits = text.substr(zeros, text.find_last_not_of('0') + 1 - zeros);
  return out;
}

template <class Format>
bool agrees(typename Format::significand m, int k) {
  return digits_of<Format>(m, k) == reference::all_digits(m, 1, 0, k);
}

template <class Format, class Random>
typename Format::significand random_significand(Random& random) {
  reference::unsigned_widest const all = reference::random_widest(random);
  return static_cast<typename Format::significand>(
      all >> (reference::widest_bits - Format::precision));
}

template <class T>
using format = rill::detail::float_format<T>;

}  // namespace

TEST_CASE_TEMPLATE("number/exact_digits: every exponent", F, format<float>,
                   format<double>) {
  std::mt19937_64 random(1);
  using significand = typename F::significand;
  significand const all =
      static_cast<significand>((significand{1} << (F::precision - 1)) * 2 - 1);
  for (int k = F::least_exponent; k <= F::greatest_exponent; ++k) {
    CAPTURE(k);
    REQUIRE(agrees<F>(random_significand<F>(random), k));
    REQUIRE(agrees<F>((random_significand<F>(random) & 255) | 1, k));
    REQUIRE(agrees<F>(all, k));
    REQUIRE(agrees<F>(1, k));
    REQUIRE(digits_of<F>(0, k).digits.empty());
  }
}

TEST_CASE("number/exact_digits: long double, some exponents and the last") {
  using F = format<long double>;
  std::mt19937_64 random(2);
  for (int k = F::least_exponent; k <= F::greatest_exponent; k += 1201) {
    CAPTURE(k);
    REQUIRE(agrees<F>(random_significand<F>(random), k));
  }
  REQUIRE(agrees<F>(random_significand<F>(random), F::greatest_exponent));
  for (int k = -130; k != 70; ++k) {
    CAPTURE(k);
    REQUIRE(agrees<F>(random_significand<F>(random), k));
  }
}

TEST_CASE("number/exact_digits: division by 10^19, at the edges") {
  constexpr std::uint64_t ten_19 = 10000000000000000000u;
  std::mt19937_64 random(3);
  auto const right = [](std::uint64_t high, std::uint64_t low) {
    auto const got = rill::detail::divide_by_chunk({high, low});
    // quotient * 10^19 + rest is the number again, and the rest is below 10^19.
    rill::detail::u128_parts back =
        rill::detail::multiply(got.quotient, ten_19);
    back.low += got.rest;
    back.high += back.low < got.rest;
    return got.rest < ten_19 && back.high == high && back.low == low;
  };
  for (std::uint64_t high :
       {std::uint64_t{0}, std::uint64_t{1}, ten_19 / 2, ten_19 - 2, ten_19 - 1})
    for (std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}, ten_19 - 1,
                              ten_19, ten_19 + 1, ~std::uint64_t{0}})
      CHECK(right(high, low));
  for (int i = 0; i != 200000; ++i) {
    std::uint64_t const high = random() % ten_19, low = random();
    REQUIRE(right(high, low));
    // At a multiple and just below one.
    auto const multiple = rill::detail::multiply(random(), ten_19);
    REQUIRE(right(multiple.high, multiple.low));
    if (multiple.low != 0) REQUIRE(right(multiple.high, multiple.low - 1));
  }
}
