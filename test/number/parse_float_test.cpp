// Reading floating-point numbers: what is a number and where it ends, errors,
// and the nearest number, against the C library and against half-way points
// written out in decimal.
// covers: number/float_text.h
// covers: number/nearest_float.h
// covers: number/parse_float.h
#include <doctest/doctest.h>
#include <stdio.h>   // snprintf
#include <stdlib.h>  // strtod, strtof, strtold

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "../support/float_text.h"
#include "../support/skip.h"
#include "../support/strtod.h"
#include "rill/number/parse_float.h"

namespace {

using rill::number_error;
using rill_test::any_decimal;
using rill_test::float_reading;
using rill_test::read_float;
using rill_test::read_float_plainly;
using rill_test::same_bits;

// With -ffast-math, std::isinf and std::isnan return false.
template <class T>
bool is_infinite(T x) {
  auto const parts = rill::detail::take_apart(x);
  return !parts.is_finite && parts.m == 0;
}
template <class T>
bool is_a_nan(T x) {
  auto const parts = rill::detail::take_apart(x);
  return !parts.is_finite && parts.m != 0;
}

template <class T>
T from_c(char const* text, char** end);
template <>
[[maybe_unused]] double from_c(char const* text, char** end) {
  return strtod(text, end);
}
template <>
[[maybe_unused]] float from_c(char const* text, char** end) {
  return strtof(text, end);
}
template <>
[[maybe_unused]] long double from_c(char const* text, char** end) {
  return strtold(text, end);
}

bool has_value(std::string const& text) {
  bool const hex = text.find_first_of("xX") != std::string::npos;
  for (char c : text) {
    if (hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E') return false;
    if (c != '0' && rill::detail::plain_digit(c) < (hex ? 16 : 10)) return true;
  }
  return false;
}

// Whether rill reads what the C library reads. Unlike rill, it accepts '+' and
// white space in front, so the texts have neither.
template <class T>
bool agrees(std::string const& text) {
  char* end = nullptr;
  T const want = from_c<T>(text.c_str(), &end);
  auto const size = static_cast<std::size_t>(end - text.c_str());
  bool const is_word =
      text.substr(0, size).find_first_of("nN") != std::string::npos;
  float_reading how{size, number_error::none};
  if (size == 0)
    how.error = number_error::malformed;
  else if (!is_word && (is_infinite(want) ||
                        (want == T{0} && has_value(text.substr(0, size)))))
    how.error = number_error::out_of_range;
  T quick = 77, plain = 77;
  T const value = how.error == number_error::none ? want : T{77};
  return read_float(text, quick) == how && same_bits<T>(quick, value) &&
         read_float_plainly(text, plain) == how && same_bits(plain, value);
}

bool agrees_for_all(std::string const& text) {
  return agrees<double>(text) && agrees<float>(text) &&
         agrees<long double>(text);
}

std::string printed(char const* format, int digits, double x) {
  std::vector<char> out(2000);
  int const size = snprintf(out.data(), out.size(), format, digits, x);
  return {out.data(), static_cast<std::size_t>(size)};
}

constexpr double value_of(char const* text) {
  std::size_t size = 0;
  while (text[size]) ++size;
  double x = -77;
  return rill::parse_float(text, text + size, x).end == text + size ? x : -78;
}

static_assert(value_of("0.1") == 0.1);
static_assert(value_of("-1.5e3") == -1500);
static_assert(value_of("1.7976931348623157e308") == 0x1.fffffffffffffp1023);
static_assert(value_of("5e-324") == 0x1p-1074);
static_assert(value_of("0x1.8p-3") == 0.1875);
static_assert(value_of("9007199254740993") == 9007199254740992);
static_assert(value_of("9007199254740993.00000000000000000001") ==
              9007199254740994);
static_assert(value_of("1e400") == -77);
static_assert(value_of("inf") > 0x1.fffffffffffffp1023);

static_assert(noexcept(rill::parse_float("", "",
                                         *static_cast<float*>(nullptr))));

struct row {
  char const* text;
  std::size_t size;
  number_error error;
  double value;
};

}  // namespace

TEST_CASE("number/parse_float: where a number ends, and what is none") {
  if (!rill_test::strtod_is_exact)
    return rill_test::skip(rill_test::inexact_strtod);
  constexpr auto good = number_error::none;
  constexpr auto bad = number_error::malformed;
  constexpr auto range = number_error::out_of_range;
  row const rows[] = {
      {"", 0, bad, 0},
      {"-", 0, bad, 0},
      {"+", 0, bad, 0},
      {"+1", 0, bad, 0},
      {".", 0, bad, 0},
      {"-.", 0, bad, 0},
      {"..1", 0, bad, 0},
      {"e5", 0, bad, 0},
      {".e5", 0, bad, 0},
      {" 1", 0, bad, 0},
      {"--1", 0, bad, 0},
      {"x", 0, bad, 0},
      {"in", 0, bad, 0},
      {"na", 0, bad, 0},
      {"1", 1, good, 1},
      {"1.", 2, good, 1},
      {"1..2", 2, good, 1},
      {"1.5.2", 3, good, 1.5},
      {".5", 2, good, 0.5},
      {"-.5", 3, good, -0.5},
      {"00001.50000", 11, good, 1.5},
      {"1e", 1, good, 1},
      {"1e+", 1, good, 1},
      {"1e-", 1, good, 1},
      {"1e-x", 1, good, 1},
      {"1e5", 3, good, 1e5},
      {"1E+5", 4, good, 1e5},
      {"1e-5", 4, good, 1e-5},
      {"1e5.5", 3, good, 1e5},
      {"1e0000000000000000005", 21, good, 1e5},
      {"1_000", 1, good, 1},
      {"1,5", 1, good, 1},
      {"1 ", 1, good, 1},
      {"1.5f", 3, good, 1.5},
      {"0x", 1, good, 0},
      {"0x.", 1, good, 0},
      {"0xg", 1, good, 0},
      {"0x.p1", 1, good, 0},
      {"0x1", 3, good, 1},
      {"0X1.8P3", 7, good, 12},
      {"0x.8", 4, good, 0.5},
      {"0x8.", 4, good, 8},
      {"0x1p", 3, good, 1},
      {"0x1p+", 3, good, 1},
      {"0x1e5", 5, good, 0x1e5},
      {"-0x1p-1", 7, good, -0.5},
      {"00x1", 2, good, 0},
      {"1e400", 5, range, 0},
      {"-1e400", 6, range, 0},
      {"1e-400", 6, range, 0},
      {"1e99999999999999999999", 22, range, 0},
      {"1e-99999999999999999999", 23, range, 0},
      {"0x1p99999999999999999999", 24, range, 0},
      {"0x1p-99999999999999999999", 25, range, 0},
      {"0e9999999999999", 15, good, 0},
      {"0.000e-9999999999999", 20, good, 0},
      {"0x0p9999999999999", 17, good, 0},
      {"1.7976931348623158e308", 22, good, 1.7976931348623157e308},
      {"1.7976931348623159e308", 22, range, 0},
      {"2.4703282292062327e-324", 23, range, 0},
      {"2.4703282292062328e-324", 23, good, 5e-324},
      {"0x1p1024", 8, range, 0},
      {"0x1.fffffffffffff7ffffp1023", 27, good, 0x1.fffffffffffffp1023},
      {"0x1.fffffffffffff8p1023", 23, range, 0},
      {"0x1p-1075", 9, range, 0},
      {"0x1.0000000000000000000000000000000001p-1075", 44, good, 5e-324},
      {"0x1.00000000000008p0", 20, good, 1},
      {"0x1.000000000000080000000000000000000000001", 43, good,
       0x1.0000000000001p0},
      {"0x1.00000000000018p0", 20, good, 0x1.0000000000002p0},
  };
  for (row const& r : rows) {
    std::string const text = r.text;
    CAPTURE(text);
    bool const set = r.error == good;
    double x = 77, y = 77;
    CHECK(read_float(text, x) == float_reading{r.size, r.error});
    CHECK(same_bits(x, set ? r.value : 77));
    CHECK(read_float_plainly(text, y) == float_reading{r.size, r.error});
    CHECK(same_bits(y, set ? r.value : 77));
    if (r.text[0] != '+' && r.text[0] != ' ') CHECK(agrees_for_all(r.text));
  }
  double x = 0;
  CHECK(read_float("-0", x).size == 2);
  CHECK(same_bits(x, -0.0));
  CHECK(read_float("-0x0", x).size == 4);
  CHECK(same_bits(x, -0.0));
}

TEST_CASE("number/parse_float: infinity and nan in any case") {
  char const* const texts[] = {
      "inf",      "INF",      "-inf",      "Infinity", "-iNfInItY", "infinit",
      "infinity", "infx",     "nan",       "NaN",      "-nan",      "nan(",
      "nan()",    "nan(1_x)", "nan(1 2)x", "nan(1",    "nanx",      "nan[1]"};
  std::size_t const sizes[] = {3, 3, 4, 8, 9, 3, 8, 3, 3,
                               3, 4, 3, 5, 8, 3, 3, 3, 3};
  for (std::size_t i = 0; i != sizeof sizes / sizeof *sizes; ++i) {
    std::string const text = texts[i];
    CAPTURE(text);
    double x = 0;
    CHECK(read_float(text, x) == float_reading{sizes[i], number_error::none});
    bool const is_nan = text.find_first_of("aA") != std::string::npos;
    CHECK(is_a_nan(x) == is_nan);
    CHECK(is_infinite(x) == !is_nan);
    CHECK(rill::detail::take_apart(x).negative == (text[0] == '-'));
    long double wide = 0;
    CHECK(read_float(text, wide).size == sizes[i]);
    CHECK(is_a_nan(wide) == is_nan);
  }
}

TEST_CASE("number/parse_float: other syntax") {
  auto read = [](std::string const& text, rill::float_syntax const& syntax,
                 double& x) {
    std::vector<char> const block(text.begin(), text.end());
    auto const r =
        rill::parse_float(block.data(), block.data() + block.size(), x, syntax);
    return float_reading{static_cast<std::size_t>(r.end - block.data()),
                         r.error};
  };
  constexpr auto good = number_error::none;
  constexpr auto bad = number_error::malformed;
  double x = 0;
  rill::float_syntax syntax;
  syntax.point = ',';
  CHECK(read("-1,25e1", syntax, x) == float_reading{7, good});
  CHECK(x == -12.5);
  CHECK(read("1.25", syntax, x) == float_reading{1, good});
  CHECK(read("0x1,8", syntax, x) == float_reading{5, good});
  CHECK(x == 1.5);
  syntax = {};
  syntax.plus = true;
  CHECK(read("+1.5", syntax, x) == float_reading{4, good});
  CHECK(read("+-1", syntax, x) == float_reading{0, bad});
  CHECK(read("-+1", syntax, x) == float_reading{0, bad});
  CHECK(read("+inf", syntax, x) == float_reading{4, good});
  CHECK(read("+", syntax, x) == float_reading{0, bad});
  syntax = {};
  syntax.exponent = rill::float_exponent::required;
  CHECK(read("1.5", syntax, x) == float_reading{0, bad});
  CHECK(read("1.5e", syntax, x) == float_reading{0, bad});
  CHECK(read("1.5e1", syntax, x) == float_reading{5, good});
  CHECK(x == 15);
  CHECK(read("0x1p4", syntax, x) == float_reading{5, good});
  CHECK(read("inf", syntax, x) == float_reading{3, good});
  syntax.exponent = rill::float_exponent::refused;
  CHECK(read("1.5e1", syntax, x) == float_reading{3, good});
  CHECK(x == 1.5);
  CHECK(read("0x1p4", syntax, x) == float_reading{3, good});
  syntax = {};
  syntax.hexadecimal = false;
  CHECK(read("0x1p4", syntax, x) == float_reading{1, good});
  CHECK(x == 0);
  syntax.words = false;
  CHECK(read("inf", syntax, x) == float_reading{0, bad});
  CHECK(read("nan", syntax, x) == float_reading{0, bad});
}

TEST_CASE("number/parse_float: every length and place of the point") {
  std::string const digits = "1234567890123456789012345678901234567890";
  std::string const zeros(40, '0');
  for (std::size_t size = 1; size <= 40; ++size)
    for (std::size_t point = 0; point <= size; ++point)
      for (char const* tail : {"", "e5", "e-5", "E+300", "e-320", "x", " 1"}) {
        std::string text = digits.substr(0, size);
        text.insert(point, ".");
        if (!agrees_for_all(text + tail)) CHECK(text + tail == "");
        text = "-" + zeros.substr(0, size % 25) + text;
        if (!agrees_for_all(text + tail)) CHECK(text + tail == "");
        text = zeros.substr(0, size) + "1";
        text.insert(point, ".");
        if (!agrees_for_all(text + tail)) CHECK(text + tail == "");
      }
  // Whole numbers that are multiples of 2^64.
  for (char const* text : {"18446744073709551616", "36893488147419103232.0",
                           "68453830441570355455645814493223583744",
                           "291618060960623110471837174224581033984.000"})
    CHECK(agrees_for_all(text));
}

TEST_CASE("number/parse_float: powers of two and ten, and their neighbours") {
  if (!rill_test::strtod_is_exact)
    return rill_test::skip(rill_test::inexact_strtod);
  for (int i = -1080; i <= 1024; ++i) {
    double const power = std::ldexp(1.0, i);
    for (double x :
         {std::nextafter(power, 0.0), power, std::nextafter(power, HUGE_VAL)}) {
      if (x == 0 || is_infinite(x)) continue;
      std::string const short_text = printed("%.*e", 16, x);
      std::string const long_text = printed("%.*e", 25, x);
      if (!agrees_for_all(short_text)) CHECK(short_text == "");
      if (!agrees_for_all(long_text)) CHECK(long_text == "");
      double back = 0;
      read_float(short_text, back);
      CHECK(same_bits(back, x));
    }
  }
  for (int i = -5000; i <= 5000; i += i > -400 && i < 400 ? 1 : 37) {
    std::string const text = "1e" + std::to_string(i);
    if (!agrees_for_all(text)) CHECK(text == "");
    std::string const ninth = "9.999999999999999999999999e" + std::to_string(i);
    if (!agrees_for_all(ninth)) CHECK(ninth == "");
  }
}

TEST_CASE("number/parse_float: subnormal numbers and the limits") {
  std::mt19937_64 engine(3);
  for (int i = 0; i != 3000; ++i) {
    unsigned long long const bits = engine() >> (12 + engine() % 52);
    double const x = __builtin_bit_cast(double, bits);
    std::string const text =
        printed("%.*e", static_cast<int>(engine() % 30), x);
    if (!agrees_for_all(text)) CHECK(text == "");
    unsigned const narrow = static_cast<unsigned>(engine()) >> (9 + i % 20);
    float const f = __builtin_bit_cast(float, narrow);
    std::string const small = printed("%.*e", static_cast<int>(engine() % 20),
                                      static_cast<double>(f));
    if (!agrees_for_all(small)) CHECK(small == "");
  }
}

TEST_CASE("number/parse_float: random bits through every number of digits") {
  std::mt19937_64 engine(4);
  for (int i = 0; i != 20000; ++i) {
    double const x = __builtin_bit_cast(double, engine());
    if (!rill::detail::take_apart(x).is_finite) continue;
    std::string const text =
        printed("%.*g", static_cast<int>(engine() % 40), x);
    if (!agrees_for_all(text)) CHECK(text == "");
    std::string const whole = printed("%.*g", 17, x);
    double back = 0;
    read_float(whole, back);
    if (!same_bits(back, x)) CHECK(whole == "");
    std::string const hex = printed("%.*a", static_cast<int>(engine() % 16), x);
    if (!agrees_for_all(hex)) CHECK(hex == "");
  }
}

TEST_CASE("number/parse_float: random texts of every shape") {
  std::mt19937_64 engine(5);
  for (int i = 0; i != 60000; ++i) {
    std::string const text = any_decimal(engine);
    if (!agrees_for_all(text)) CHECK(text == "");
  }
  for (int i = 0; i != 5000; ++i) {
    std::string const text = any_decimal(engine, 5000);
    if (!agrees<long double>(text)) CHECK(text == "");
  }
  // Texts of which few are numbers.
  char const letters[] = "0123456789..eE+--xXpPnNaAiIfFtTyY(_) ";
  for (int i = 0; i != 60000; ++i) {
    std::string text;
    for (auto j = engine() % 14; j != 0; --j)
      text += letters[engine() % (sizeof letters - 1)];
    if (!text.empty() && (text[0] == '+' || text[0] == ' ')) continue;
    if (!agrees_for_all(text)) CHECK(text == "");
  }
}

TEST_CASE("number/parse_float: half-way points and one beside them") {
  std::mt19937_64 engine(6);
  for (int i = 0; i != 1500; ++i) {
    // A half-way point between two numbers: 53 random bits and a 1 behind them.
    int const exponent = static_cast<int>(engine() % 2040) - 1075;
    long double const m =
        static_cast<long double>(engine() >> 11 << 1 | 1) + 0x1p54L;
    long double const x = std::ldexp(m, exponent - 54);
    if (x == 0 || static_cast<double>(x) == HUGE_VAL) continue;
    std::vector<char> out(2000);
    int const size =
        snprintf(out.data(), out.size(), "%.*Le",
                 i % 3 == 0 ? 30 : 780 + static_cast<int>(engine() % 20), x);
    std::string text(out.data(), static_cast<std::size_t>(size));
    if (!agrees_for_all(text)) CHECK(text == "");
    std::size_t const last = text.find('e') - 1;
    text[last] = '1';
    if (!agrees_for_all(text)) CHECK(text == "");
    text.insert(last + 1, std::string(40, '0') + "1");
    if (!agrees_for_all(text)) CHECK(text == "");
    for (std::size_t at = last; at != 0; --at) {
      if (text[at] == '.') continue;
      if (text[at] != '0') {
        --text[at];
        break;
      }
      text[at] = '9';
    }
    if (!agrees_for_all(text)) CHECK(text == "");
  }
}

TEST_CASE("number/parse_float: ten million texts of every shape [slow]") {
  std::mt19937_64 engine(22);
  for (int i = 0; i != 10000000; ++i) {
    std::string const text = any_decimal(engine);
    if (!agrees<double>(text) || !agrees<float>(text)) CHECK(text == "");
    double const x = __builtin_bit_cast(double, engine());
    if (!rill::detail::take_apart(x).is_finite) continue;
    std::string const bits =
        printed("%.*g", 1 + static_cast<int>(engine() % 25), x);
    if (!agrees<double>(bits) || !agrees<float>(bits)) CHECK(bits == "");
  }
}
