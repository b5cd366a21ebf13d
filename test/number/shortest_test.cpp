// Writing float and double, against std::to_chars, by every kernel.
// covers: number/shortest_decimal.h
// covers: number/kernel/shortest.h
#include "rill/number/shortest.h"

#include <doctest/doctest.h>
#include <stdlib.h>  // strtod, strtof

#include <charconv>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "../support/float_texts.h"

namespace {

using rill_test::number_of;
using rill_test::writes;

// Whether every way of writing x gives the text of std::to_chars.
template <class T>
bool as_to_chars(T x) {
  char want[400];
  char* const end = std::to_chars(want, want + sizeof want, x).ptr;
  return writes(x, want, static_cast<std::size_t>(end - want));
}

template <class T>
bool as_to_chars_with_signs(T x) {
  auto const parts = rill::detail::take_apart(x);
  return as_to_chars(x) && as_to_chars(number_of<T>(parts.m, parts.k, true));
}

template <class T>
T read(char const* text) {
  if constexpr (sizeof(T) == 4)
    return strtof(text, nullptr);
  else
    return strtod(text, nullptr);
}

// The number that is `steps` numbers further from zero, or closer to it if
// negative.
template <class T>
T neighbour(T x, int steps) {
  using bits = typename rill_test::format_of<T>::bits;
  return __builtin_bit_cast(
      T, static_cast<bits>(__builtin_bit_cast(bits, x) +
                           static_cast<bits>(static_cast<long long>(steps))));
}

template <class T>
int wrong_around(T x, int steps) {
  int wrong = 0;
  for (int i = -steps; i <= steps; ++i) {
    T const near = neighbour(x, i);
    if (rill::detail::take_apart(near).is_finite) wrong += !as_to_chars(near);
  }
  return wrong;
}

// A normal number of type T whose exponent of two is from `least` to `most`.
template <class T, class Random>
T random_number(Random& random, int least, int most) {
  using format = rill_test::format_of<T>;
  using significand = typename format::significand;
  auto const first = static_cast<significand>(1) << (format::precision - 1);
  auto const m = static_cast<significand>(random() & (first - 1)) | first;
  auto const range = static_cast<unsigned>(most - least + 1);
  return number_of<T>(m, least + static_cast<int>(random() % range));
}

template <class T>
std::string written(T x) {
  char text[rill::shortest_size<T>];
  return {text, rill::write_shortest(text, x)};
}

}  // namespace

TEST_CASE("number/shortest: texts, by hand") {
  CHECK(written(0.0) == "0");
  CHECK(written(-0.0) == "-0");
  CHECK(written(1.0) == "1");
  CHECK(written(-2.5) == "-2.5");
  CHECK(written(0.1 + 0.2) == "0.30000000000000004");
  CHECK(written(0.001) == "0.001");
  CHECK(written(0.0001) == "1e-04");
  CHECK(written(0.00012) == "0.00012");
  CHECK(written(10000.0) == "10000");
  CHECK(written(100000.0) == "1e+05");
  CHECK(written(120000.0) == "120000");
  CHECK(written(9223372036854775808.0) == "9223372036854775808");
  CHECK(written(5e-324) == "5e-324");
  CHECK(written(1.7976931348623157e308) == "1.7976931348623157e+308");
  CHECK(written(2.2250738585072014e-308) == "2.2250738585072014e-308");
  CHECK(written(1e22) == "1e+22");
  CHECK(written(1e23) == "1e+23");
  CHECK(written(9007199254740993.0 * 1024) == "9223372036854775808");
  CHECK(written(123456789.125) == "123456789.125");
  CHECK(written(0.1f) == "0.1");
  CHECK(written(16777216.0f) == "16777216");
  CHECK(written(1e-45f) == "1e-45");
  CHECK(written(3.4028235e38f) == "3.4028235e+38");
}

TEST_CASE_TEMPLATE("number/shortest: zero, infinity and nan", T, float,
                   double) {
  using bits = typename rill_test::format_of<T>::bits;
  constexpr int width = sizeof(T) * 8;
  constexpr int stored = rill_test::format_of<T>::precision - 1;
  constexpr bits one = 1, sign = one << (width - 1);
  constexpr bits infinite = sign - (one << stored);
  auto const of = [](bits b) { return __builtin_bit_cast(T, b); };
  CHECK(writes(of(0), "0"));
  CHECK(writes(of(sign), "-0"));
  CHECK(writes(of(infinite), "inf"));
  CHECK(writes(of(infinite | sign), "-inf"));
  // Quiet and signalling, of any payload and sign.
  for (int bit = 0; bit != stored; ++bit) {
    CHECK(writes(of(infinite | one << bit), "nan"));
    CHECK(writes(of(infinite | sign | one << bit), "nan"));
  }
  CHECK(writes(of(sign - 1), "nan"));
}

TEST_CASE("number/shortest: as std::to_chars at every exponent") {
  int wrong = 0;
  rill_test::at_every_exponent<float>(
      [&](float x) { wrong += !as_to_chars_with_signs(x); });
  CHECK(wrong == 0);
  rill_test::at_every_exponent<double>(
      [&](double x) { wrong += !as_to_chars_with_signs(x); });
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest: powers of ten, and short decimals times them") {
  std::mt19937_64 random(1);
  int wrong = 0;
  for (int e = -340; e <= 308; ++e) {
    for (char const* digits : {"1", "5", "9", "25", "75", "99", "1.5"}) {
      std::string const text = digits + ("e" + std::to_string(e));
      wrong += wrong_around(read<double>(text.c_str()), 4);
      if (e >= -48 && e <= 36)
        wrong += wrong_around(read<float>(text.c_str()), 4);
    }
    for (int size = 1; size <= 17; ++size) {
      std::string text(1, static_cast<char>('1' + random() % 9));
      while (static_cast<int>(text.size()) < size)
        text += static_cast<char>('0' + random() % 10);
      text += "e" + std::to_string(e);
      wrong += !as_to_chars(read<double>(text.c_str()));
      if (e >= -48 && e <= 20) wrong += !as_to_chars(read<float>(text.c_str()));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest: where the two forms are about as long") {
  // Digits of every count, with the first at 10^-7 to 10^24: all numbers that
  // are written in plain form, and some just beyond it.
  std::mt19937_64 random(2);
  int wrong = 0;
  for (int first = -7; first <= 24; ++first) {
    for (int count = 1; count <= 17; ++count) {
      for (int round = 0; round != 40; ++round) {
        std::string digits(1, static_cast<char>('1' + random() % 9));
        while (static_cast<int>(digits.size()) < count)
          digits += static_cast<char>('0' + random() % 10);
        if (digits.back() == '0') digits.back() = '7';
        std::string const text =
            digits + "e" + std::to_string(first + 1 - count);
        wrong += !as_to_chars_with_signs(read<double>(text.c_str()));
        wrong += !as_to_chars_with_signs(read<float>(text.c_str()));
      }
    }
  }
  CHECK(wrong == 0);
  // One, two and more digits around the last exponents of the plain form.
  CHECK(writes(1e-3, "0.001"));
  CHECK(writes(1e-4, "1e-04"));
  CHECK(writes(1.2e-4, "0.00012"));
  CHECK(writes(1.2e-5, "1.2e-05"));
  CHECK(writes(1.2345e-4, "0.00012345"));
  CHECK(writes(1.2345e-5, "1.2345e-05"));
  CHECK(writes(1e4, "10000"));
  CHECK(writes(1e5, "1e+05"));
  CHECK(writes(1.2e6, "1200000"));
  CHECK(writes(1.2e7, "1.2e+07"));
  CHECK(writes(1.2345678901234567e20, "123456789012345667584"));
}

TEST_CASE("number/shortest: whole numbers") {
  std::mt19937_64 random(3);
  int wrong = 0;
  for (std::uint32_t n = 0; n != 70000; ++n) {
    wrong += !as_to_chars(static_cast<double>(n));
    wrong += !as_to_chars(static_cast<float>(n));
  }
  // Up to 10^24. Above 2^53 (2^24 for float) the plain text has all digits of
  // the exact number.
  for (int k = -60; k <= 30; ++k) {
    for (int round = 0; round != 1000; ++round) {
      wrong += !as_to_chars(random_number<double>(random, k, k));
      wrong += !as_to_chars(random_number<float>(random, k, k + 29));
    }
  }
  for (int zeros = 0; zeros <= 24; ++zeros) {
    for (int n = 1; n != 400; ++n) {
      std::string const text =
          std::to_string(n) + std::string(static_cast<std::size_t>(zeros), '0');
      wrong += wrong_around(read<double>(text.c_str()), 1);
      wrong += wrong_around(read<float>(text.c_str()), 1);
    }
  }
  CHECK(wrong == 0);
  CHECK(writes(9007199254740993e4, "90071992547409936384"));
}

TEST_CASE("number/shortest: random bits, prices and fractions") {
  std::mt19937_64 random(4);
  int wrong = 0;
  for (int i = 0; i != 200000; ++i) {
    wrong += !as_to_chars(random_number<double>(random, -1074, 971));
    wrong += !as_to_chars(random_number<float>(random, -149, 104));
    // Subnormal numbers of every magnitude.
    wrong += !as_to_chars(
        number_of<double>((random() >> 12) >> (random() % 52), -1074));
    wrong += !as_to_chars(number_of<float>(
        static_cast<std::uint32_t>((random() >> 41) >> (random() % 23)), -149));
    auto const cents = static_cast<double>(random() % 10000000);
    wrong += !as_to_chars(cents / 100);
    wrong += !as_to_chars(static_cast<double>(random() >> 11) * 0x1p-53);
    wrong += !as_to_chars(static_cast<float>(cents) / 100);
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest: two decimals that are equally close") {
  // A tie between two decimals of 17 digits (9 for float): the even one is
  // written.
  CHECK(writes(1125899906842624.25, "1125899906842624.2"));
  CHECK(writes(1125899906842624.75, "1125899906842624.8"));
  CHECK(writes(2097152.25f, "2097152.2"));
  CHECK(writes(2097152.75f, "2097152.8"));
  CHECK(writes(0x3p-24, "1.7881393432617188e-07"));
  std::mt19937_64 random(5);
  int wrong = 0;
  for (int i = 0; i != 100000; ++i) {
    wrong += !as_to_chars(random_number<double>(random, -2, -2));
    wrong += !as_to_chars(random_number<float>(random, -2, -2));
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest: stays inside the promised room") {
  // The blocks have exactly the promised size, so that a sanitizer finds a byte
  // too many.
  int wrong = 0;
  auto const check = [&](auto x) {
    using T = decltype(x);
    constexpr std::size_t room = rill::shortest_size<T>;
    std::unique_ptr<char[]> const block(new char[room]);
    char want[room];
    char* const end = rill::write_shortest(block.get(), x);
    char* const want_end = rill::detail::plain_shortest(want, x);
    wrong += std::string_view(block.get(),
                              static_cast<std::size_t>(end - block.get())) !=
             std::string_view(want, static_cast<std::size_t>(want_end - want));
  };
  rill_test::at_every_exponent<float>(check);
  rill_test::at_every_exponent<double>(check, 3);
  for (double x : {-0.000123456789012345678, -1.7976931348623157e308,
                   -2.2250738585072011e-308, -1234567890123456.7,
                   -123456789012345680000.0, -9999999999999999999999.0})
    check(x);
  CHECK(wrong == 0);
}

namespace {

template <class T>
constexpr bool writes_at_compile_time(T x, std::string_view want) {
  char text[rill::shortest_size<T>] = {};
  char* const end = rill::write_shortest(text, x);
  return std::string_view(text, static_cast<std::size_t>(end - text)) == want;
}
static_assert(writes_at_compile_time(0.1, "0.1"));
static_assert(writes_at_compile_time(0.1f, "0.1"));
static_assert(writes_at_compile_time(-0.0, "-0"));
static_assert(writes_at_compile_time(1e23, "1e+23"));
static_assert(writes_at_compile_time(5e-324, "5e-324"));
static_assert(writes_at_compile_time(1 / 3.0, "0.3333333333333333"));
static_assert(writes_at_compile_time(0x1p63, "9223372036854775808"));
static_assert(writes_at_compile_time(1125899906842624.75,
                                     "1125899906842624.8"));
static_assert(writes_at_compile_time(__builtin_inf(), "inf"));
static_assert(writes_at_compile_time(-__builtin_inff(), "-inf"));
static_assert(writes_at_compile_time(__builtin_nan(""), "nan"));
static_assert(noexcept(rill::write_shortest(nullptr, 1.0)));
static_assert(noexcept(rill::write_shortest(nullptr, 1.0f)));
// The longest texts of double have 24 bytes: -2.2250738585072014e-308.
static_assert(rill::shortest_size<float> >= 15);
static_assert(rill::shortest_size<double> >= 24);

}  // namespace
