// Writing floating-point numbers in every state of the processor, and against
// published tables.
#include <doctest/doctest.h>
#include <stdlib.h>  // getenv

#include <cfenv>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "../support/float_texts.h"
#include "../support/skip.h"
#include "rill/number/shortest.h"

namespace {

template <class T>
std::string written(T const& x) {
  char text[rill::shortest_size<T>];
  return {text, rill::write_shortest(text, x)};
}

struct numbers {
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<long double> long_doubles;
};

numbers some_numbers() {
  numbers out;
  std::mt19937_64 random(20);
  for (int i = 0; i != 3000; ++i) {
    auto const small = static_cast<std::uint32_t>(random() >> 41 >> i % 23);
    out.floats.push_back(rill_test::number_of<float>(small, -149));
    auto const tiny = random() >> 12 >> i % 52;
    out.doubles.push_back(rill_test::number_of<double>(tiny, -1074));
    auto const m = random() | std::uint64_t{1} << 63;
    out.floats.push_back(rill_test::number_of<float>(
        static_cast<std::uint32_t>(m >> 40), i % 254 - 149));
    out.doubles.push_back(
        rill_test::number_of<double>(m >> 11, i % 2046 - 1074));
#if RILL_LONG_DOUBLE_BITS == 64
    out.long_doubles.push_back(
        rill_test::number_of<long double>(m, i * 10 - 16445));
    out.long_doubles.push_back(
        rill_test::number_of<long double>(m >> (i % 63 + 1), -16445));
#endif
  }
  return out;
}

// The texts of all numbers, separated by spaces.
std::string texts(numbers const& of) {
  std::string out;
  for (float const& x : of.floats) out += written(x) + ' ';
  for (double const& x : of.doubles) out += written(x) + ' ';
  if constexpr (rill::floating<long double>)
    for (long double const& x : of.long_doubles) out += written(x) + ' ';
  return out;
}

}  // namespace

TEST_CASE("number/shortest: the same in every rounding mode") {
  numbers const some = some_numbers();
  std::string const want = texts(some);
  int const before = std::fegetround();
  for (int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    REQUIRE(std::fesetround(mode) == 0);
    std::string in_this_mode = texts(some);
    std::fesetround(before);
    CHECK(in_this_mode == want);
  }
}

#if RILL_X86_64
TEST_CASE("number/shortest: the same when subnormal numbers are flushed") {
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x40;
  numbers const some = some_numbers();
  std::string const want = texts(some);
  unsigned const before = __builtin_ia32_stmxcsr();
  for (unsigned bits : {flush_to_zero, denormals_are_zero,
                        flush_to_zero | denormals_are_zero}) {
    __builtin_ia32_ldmxcsr(before | bits);
    std::string const flushed = texts(some);
    __builtin_ia32_ldmxcsr(before);
    CHECK(flushed == want);
  }
}
#endif

TEST_CASE("number/shortest: no exception of the processor is left") {
  numbers const some = some_numbers();
  std::feclearexcept(FE_ALL_EXCEPT);
  std::string const text = texts(some);
  CHECK(std::fetestexcept(FE_ALL_EXCEPT) == 0);
  CHECK(!text.empty());
}

namespace {

// Converts the text of rill to the form of the tables, such as 1.5E-10.
std::string in_capitals(std::string const& text) {
  std::size_t const sign = text[0] == '-';
  if (text == "nan") return "NaN";
  if (text.substr(sign) == "inf") return text.substr(0, sign) + "Infinity";
  std::size_t const mark = text.find('e');
  int exponent =
      mark == std::string::npos ? 0 : std::stoi(text.substr(mark + 1));
  std::string digits = text.substr(sign, mark - sign);
  std::size_t point = digits.find('.');
  if (point == std::string::npos)
    point = digits.size();
  else
    digits.erase(point, 1);
  std::size_t const first = digits.find_first_not_of('0');
  if (first == std::string::npos) return text.substr(0, sign) + "0E0";
  exponent += static_cast<int>(point) - static_cast<int>(first) - 1;
  digits.erase(0, first);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  if (digits.size() > 1) digits.insert(1, ".");
  return text.substr(0, sign) + digits + "E" + std::to_string(exponent);
}

// A line of a table has the bits and the shortest digits. rill writes whole
// numbers with all digits, so the slow twin gives the shortest digits of those.
template <class T>
void compare_with(char const* file) {
  using bits = typename rill_test::format_of<T>::bits;
  char const* const folder = getenv("RILL_TEST_DATA");
  if (!folder)
    return rill_test::skip("RILL_TEST_DATA names no folder of published data");
  std::ifstream lines(std::string(folder) + "/number/" + file);
  if (!lines) return rill_test::skip("RILL_TEST_DATA has no such file");
  int count = 0;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] == '#') continue;
    CAPTURE(line);
    std::size_t const tab = line.find('\t');
    REQUIRE(tab != std::string::npos);
    auto const n = std::stoull(line.substr(0, tab), nullptr, 16);
    T const x = __builtin_bit_cast(T, static_cast<bits>(n));
    auto const parts = rill::detail::take_apart(x);
    std::string text = written(x);
    if (parts.is_finite && parts.m != 0 && parts.k > 0)
      text = (parts.negative ? "-" : "") +
             reference::exponent_form(
                 reference::shortest_digits(rill_test::binary_of(x)));
    CHECK(in_capitals(text) == line.substr(tab + 1));
    ++count;
  }
  CHECK(count > 40);
}

}  // namespace

TEST_CASE("number/shortest: published doubles") {
  compare_with<double>("ryu_d2s.tsv");
}
TEST_CASE("number/shortest: published floats") {
  compare_with<float>("ryu_f2s.tsv");
}
