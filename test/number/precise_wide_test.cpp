// Writing long double and __float128 with a number of digits: against printf.
// covers: number/exact_digits.h
#include <doctest/doctest.h>
#include <stdlib.h>  // strfromf128

#include <cstring>  // std::memcpy
#include <random>   // std::mt19937_64
#include <string>

#include "../support/float_texts.h"
#include "../support/printed.h"

#if defined(__clang__) && RILL_FLOAT128 && defined(__GLIBC__)
// <stdlib.h> declares strfromf128 only for g++.
extern "C" int strfromf128(char*, size_t, char const*,
                           rill::detail::float128) noexcept;
#endif

namespace {

using rill_test::as_printed;
using rill_test::as_printed_in_all_forms;
using rill_test::form;
using rill_test::format_of;
using rill_test::number_of;
using rill_test::number_of_fields;

template <class T, class Random>
T any_number(Random& random, int least, int most) {
  using significand = typename format_of<T>::significand;
  auto m = static_cast<significand>(random());
  if constexpr (sizeof(m) > 8) m = m << 64 | random();
  m = static_cast<significand>(m >> (sizeof(m) * 8 - format_of<T>::precision));
  m |= static_cast<significand>(1) << (format_of<T>::precision - 1);
  int const k =
      least + static_cast<int>(random() % static_cast<unsigned>(most - least));
  return number_of<T>(m, k - format_of<T>::precision, random() & 1);
}

}  // namespace

TEST_CASE("number/precise: long double of everyday size as printf") {
  std::mt19937_64 random(1);
  for (int i = 0; i != 4000; ++i) {
    auto const x = any_number<long double>(random, -140, 140);
    auto const digits = static_cast<int>(random() % 41);
    CAPTURE(digits);
    REQUIRE(as_printed_in_all_forms(x, digits, i % 2 == 0));
    auto const price = static_cast<long double>(random() % 1000000) / 100;
    REQUIRE(as_printed_in_all_forms(price, digits));
    auto const tie = static_cast<long double>(random() % 8192) / 64;
    REQUIRE(as_printed_in_all_forms(tie, digits % 8));
  }
}

TEST_CASE_TEMPLATE("number/precise: any size as printf", T, long double) {
  using format = format_of<T>;
  std::mt19937_64 random(2);
  // Programs with long doubles of 113 bits mostly run under an emulator, where
  // 1500 rounds took 13 seconds.
  int const rounds = format::precision == 113 ? 300 : 1500;
  for (int i = 0; i != rounds; ++i) {
    auto const x =
        any_number<T>(random, format::least_exponent + format::precision + 1,
                      format::greatest_exponent + format::precision);
    auto const digits = static_cast<int>(random() % 41);
    CAPTURE(digits);
    REQUIRE(as_printed_in_all_forms(x, digits));
  }
  for (int i = 0; i != 200; ++i) {
    using significand = typename format::significand;
    auto const m = static_cast<significand>(random() >> (random() % 64));
    auto const x = number_of_fields<T>(
        static_cast<significand>(m & (~std::uint64_t{0} >> 1)), 0);
    REQUIRE(as_printed_in_all_forms(x, static_cast<int>(random() % 41)));
  }
}

TEST_CASE_TEMPLATE("number/precise: all digits", T, long double) {
  using format = format_of<T>;
  using significand = typename format::significand;
  auto const first = static_cast<significand>(1) << (format::precision - 1);
  auto const all = static_cast<significand>(first - 1 + first);
  T const values[] = {
      number_of<T>(1, format::least_exponent),
      number_of<T>(static_cast<significand>(first - 1), format::least_exponent),
      number_of<T>(all, format::least_exponent),
      number_of<T>(all, format::greatest_exponent),
      number_of<T>(all, -format::precision),
      number_of<T>(all, -format::precision - 5000),
      static_cast<T>(0.1L),
      static_cast<T>(1.5L)};
  int const exact = rill::fixed_exact_digits<T>;
  for (T const x : values)
    for (int const digits :
         {0, 1, 18, 19, 1000, rill::scientific_exact_digits<T> - 1,
          rill::scientific_exact_digits<T>, exact - 1, exact, 16500})
      REQUIRE(as_printed_in_all_forms(x, digits));
}

#if RILL_FLOAT128 && defined(__GLIBC__)
TEST_CASE("number/precise: __float128 as strfromf128") {
  using T = rill::detail::float128;
  using format = format_of<T>;
  std::mt19937_64 random(3);
  for (int i = 0; i != 3000; ++i) {
    T x = any_number<T>(random, format::least_exponent + 114,
                        format::greatest_exponent + 113);
    if (i % 3 == 0) x = any_number<T>(random, -150, 150);
    if (i % 10 == 0)
      x = number_of_fields<T>(
          static_cast<format::significand>(random()) << (i % 48), 0);
    int const digits = static_cast<int>(random() % 50);
    CAPTURE(i);
    CAPTURE(digits);
    for (form const f : rill_test::forms) {
      std::string const conversion =
          "%." + std::to_string(digits) + rill_test::letter_of(f, false);
      std::string text(6000, ' ');
      text.resize(static_cast<std::size_t>(
          strfromf128(text.data(), text.size(), conversion.c_str(), x)));
      REQUIRE(rill_test::writes_printed(x, f, digits, false, text));
    }
  }
}
#endif

TEST_CASE("number/precise: powers of 256 bits say when they do not know") {
  using format = rill::detail::interchange_format<std::uint64_t, 53, 15>;
  auto const decides = [](std::uint64_t m, int k, int count) {
    char text[64] = {}, want[64] = {};
    int exponent = 0;
    bool const sure =
        rill::detail::write_long_significant(text, m, k, count, exponent);
    int const other =
        rill::detail::write_exact_significant<format>(want, m, k, count);
    auto const size = static_cast<std::size_t>(count);
    if (sure)
      REQUIRE((exponent == other && std::memcmp(text, want, size) == 0));
    return sure;
  };
  std::mt19937_64 random(4);
  for (int i = 0; i != 3000; ++i) {
    int const k = static_cast<int>(random() % 32000) - 16400;
    std::uint64_t const m = (random() >> (11 + random() % 50)) | 1;
    REQUIRE(decides(m, k < -16000 ? k : k % 16000,
                    1 + static_cast<int>(random() % 40)) == true);
  }
  // Half-way points are not decided.
  CHECK(!decides(25, 0, 1));
  CHECK(!decides(5, -1, 1));
  CHECK(!decides(1250001, -4, 8));  // 78125.0625
  CHECK(decides(251, 0, 1));
}
