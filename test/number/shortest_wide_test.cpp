// Writing _Float16, __bf16, long double and __float128: every number of the
// 16-bit types, and a sample of the wide types, against a twin that tries
// decimals.
// covers: number/shortest_decimal.h
#include "../support/bfloat16.h"  // included before the library

#include <doctest/doctest.h>
#include <stdlib.h>  // strtod, strtold, strtof128

#include <charconv>
#include <memory>
#include <random>
#include <string>

#include "../support/float_texts.h"
#include "../support/strtod.h"
#include "rill/number/parse_float.h"
#include "rill/number/shortest.h"

#if defined(__clang__) && RILL_FLOAT128 && defined(__GLIBC__)
// <stdlib.h> declares strtof128 only for g++.
extern "C" rill::detail::float128 strtof128(char const*, char**) noexcept;
#endif

namespace {

using rill_test::format_of;
using rill_test::number_of;
using rill_test::slow_text;
using rill_test::writes;

template <class T>
std::string written(T x) {
  char text[rill::shortest_size<T>];
  return {text, rill::write_shortest(text, x)};
}

template <class T>
bool same(T a, T b) {
  auto const x = rill::detail::take_apart(a), y = rill::detail::take_apart(b);
  return x.m == y.m && x.k == y.k && x.negative == y.negative &&
         x.is_finite == y.is_finite;
}

// Whether rill reads the text as x.
template <class T>
bool reads_as(std::string const& text, T x) {
  T back{};
  auto const read =
      rill::parse_float(text.data(), text.data() + text.size(), back);
  return read && read.end == text.data() + text.size() && same(back, x);
}

#if RILL_FLOAT16 || RILL_BFLOAT16
// For 16-bit types: whether strtod reads the text as a number between the
// midpoints of x and its neighbours. The midpoints are doubles.
bool is_near(std::string const& text, reference::binary const& x) {
  auto const value = [](unsigned m, int k) {
    return __builtin_ldexp(static_cast<double>(m), k);
  };
  auto const m = static_cast<unsigned>(x.m);
  bool const closer = m == 1u << (x.precision - 1) && x.k != x.least_k;
  double const read = __builtin_fabs(strtod(text.c_str(), nullptr));
  double const low =
      closer ? value(4 * m - 1, x.k - 2) : value(2 * m - 1, x.k - 1);
  double const high = value(2 * m + 1, x.k - 1);
  if (m == 0) return !(read > 0);
  return m % 2 == 0 ? low <= read && read <= high : low < read && read < high;
}

template <class T>
int wrong_of_16_bits(int& finite) {
  int wrong = 0;
  for (unsigned n = 0; n != 65536; ++n) {
    T const x = __builtin_bit_cast(T, static_cast<std::uint16_t>(n));
    auto const parts = rill::detail::take_apart(x);
    if (!parts.is_finite) {
      char const* const want = parts.m != 0     ? "nan"
                               : parts.negative ? "-inf"
                                                : "inf";
      wrong += !writes(x, std::string(want));
      continue;
    }
    std::string const want = slow_text(x);
    wrong += !writes(x, want) || !reads_as(want, x) ||
             !is_near(want, rill_test::binary_of(x));
    ++finite;
  }
  return wrong;
}
#endif

}  // namespace

#if RILL_FLOAT16
TEST_CASE("number/shortest: every _Float16") {
  using half = rill::detail::float16;
  auto const of = [](unsigned bits) {
    return __builtin_bit_cast(half, static_cast<std::uint16_t>(bits));
  };
  CHECK(written(of(0x3c00)) == "1");
  CHECK(written(of(0x2e66)) == "0.1");
  CHECK(written(of(0x7bff)) == "65504");
  CHECK(written(of(0x0001)) == "6e-08");
  CHECK(written(of(0x83ff)) == "-6.1e-05");
  int finite = 0;
  CHECK(wrong_of_16_bits<half>(finite) == 0);
  CHECK(finite == 2 * 31 * 1024);
}
#endif

#if RILL_BFLOAT16
TEST_CASE("number/shortest: every __bf16") {
  using brain = rill::detail::bfloat16;
  auto const of = [](unsigned bits) {
    return __builtin_bit_cast(brain, static_cast<std::uint16_t>(bits));
  };
  CHECK(written(of(0x3f80)) == "1");
  CHECK(written(of(0x3dcd)) == "0.1");
  CHECK(written(of(0x7f7f)) == "3.39e+38");
  CHECK(written(of(0x0001)) == "9e-41");
  CHECK(written(of(0x4b80)) == "16777216");
  int finite = 0;
  CHECK(wrong_of_16_bits<brain>(finite) == 0);
  CHECK(finite == 2 * 255 * 128);
}
#endif

// A long double of 53 bits is written as a double, so it is not tested here.
#if RILL_LONG_DOUBLE_BITS == 64 || RILL_LONG_DOUBLE_BITS == 113 || RILL_FLOAT128
namespace {

template <class T>
T read_by_libc(char const* text) {
#if RILL_FLOAT128 && defined(__GLIBC__)
  if constexpr (std::is_same_v<T, rill::detail::float128>)
    return static_cast<T>(strtof128(text, nullptr));
  else
#endif
    return static_cast<T>(strtold(text, nullptr));
}

// Whether the text reads back as x, and is that of std::to_chars. libc++
// converts a long double to a double first, so it is not compared.
template <class T>
bool round_trips(T x) {
  std::string const text = written(x);
#if defined(__GLIBCXX__)
  if constexpr (std::is_same_v<T, long double>) {
    char want[200];
    if (text != std::string(want, std::to_chars(want, want + 200, x).ptr))
      return false;
  }
#endif
  return same(read_by_libc<T>(text.c_str()), x) && writes(x, text) &&
         reads_as(text, x);
}

template <class T>
typename format_of<T>::significand random_m(std::mt19937_64& random) {
  using significand = typename format_of<T>::significand;
  significand m = random();
  if constexpr (sizeof m > 8) m = m << 64 | random();
  constexpr int spare =
      static_cast<int>(sizeof m) * 8 - format_of<T>::precision;
  return m << spare >> spare | static_cast<significand>(1)
                                   << (format_of<T>::precision - 1);
}

template <class T>
int wrong_by_trying(int step) {
  int wrong = 0, seen = 0;
  rill_test::at_every_exponent<T>(
      [&](T x) {
        if (++seen % 7 == 0) wrong += !writes(x, slow_text(x));
        wrong += !round_trips(x);
      },
      step);
  return wrong;
}

template <class T>
int wrong_at_random(int rounds) {
  using format = format_of<T>;
  std::mt19937_64 random(10);
  int wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    auto const m = random_m<T>(random);
    auto const range = static_cast<unsigned>(i % 4 ? 200 : 32766);
    int const k = (i % 4 ? -150 : format::least_exponent) +
                  static_cast<int>(random() % range);
    wrong += !round_trips(number_of<T>(m, k, i % 2 != 0));
    wrong += !round_trips(number_of<T>(
        (m >> random() % format::precision) & (m - 1), format::least_exponent));
    if (i % 16 == 1) {
      T const x = number_of<T>(m, k);
      wrong += !writes(x, slow_text(x));
    }
  }
  return wrong;
}

// Decimals of up to 36 digits whose first digit is at 10^first. There the plain
// form and the one with an exponent are about as long, and whole numbers exceed
// the precision.
template <class T>
int wrong_decimals() {
  std::mt19937_64 random(11);
  int wrong = 0;
  for (int first = -6; first <= 45; ++first) {
    for (int count = 1; count <= 36; ++count) {
      std::string text(1, static_cast<char>('1' + random() % 9));
      while (static_cast<int>(text.size()) < count)
        text += static_cast<char>('0' + random() % 10);
      text += "e" + std::to_string(first + 1 - count);
      T const x = read_by_libc<T>(text.c_str());
      wrong += !round_trips(x) + !writes(x, slow_text(x));
    }
  }
  return wrong;
}

// Numbers half-way between two shortest decimals.
template <class T>
int wrong_between_two_decimals() {
  std::mt19937_64 random(12);
  int wrong = 0;
  for (int k = -2; k >= -250; --k) {
    int const zeros = rill::detail::exponent_of_last(k, false) - 1 - k;
    if (zeros >= format_of<T>::precision) break;
    for (int i = 0; i != 3; ++i) {
      T const x =
          number_of<T>(((random_m<T>(random) >> zeros) | 1) << zeros, k);
      wrong += !round_trips(x) + !writes(x, slow_text(x));
    }
  }
  return wrong;
}

template <class T>
bool stays_in_its_block(T x) {
  std::unique_ptr<char[]> const block(new char[rill::shortest_size<T>]);
  return slow_text(x) ==
         std::string(block.get(), rill::write_shortest(block.get(), x));
}

template <class T>
int wrong_of_a_wide_type(int step, int rounds) {
  using format = format_of<T>;
  auto const first = static_cast<typename format::significand>(1)
                     << (format::precision - 1);
  CHECK(stays_in_its_block(
      number_of<T>(first - 1 + first, format::greatest_exponent, true)));
  CHECK(stays_in_its_block(number_of<T>(first, format::least_exponent, true)));
  CHECK(stays_in_its_block(number_of<T>(1, format::least_exponent, true)));
  CHECK(stays_in_its_block(number_of<T>(first / 3 * 5, -110, true)));
  CHECK(writes(rill::detail::put_together<T>({0, 0, true, false}),
               std::string("-inf")));
  CHECK(writes(rill::detail::put_together<T>({1, 0, true, false}),
               std::string("nan")));
  CHECK(
      writes(number_of<T>(0, format::least_exponent, true), std::string("-0")));
  return wrong_by_trying<T>(step) + wrong_at_random<T>(rounds) +
         wrong_decimals<T>() + wrong_between_two_decimals<T>();
}

}  // namespace
#endif

#if RILL_LONG_DOUBLE_BITS == 64 || RILL_LONG_DOUBLE_BITS == 113
TEST_CASE("number/shortest: long double") {
  CHECK(written(0.1L) == "0.1");
  CHECK(written(-2.5L) == "-2.5");
#if RILL_LONG_DOUBLE_BITS == 64
  CHECK(written(1 / 3.0L) == "0.33333333333333333334");
  CHECK(written(__LDBL_MAX__) == "1.189731495357231765e+4932");
  CHECK(written(__LDBL_DENORM_MIN__) == "4e-4951");
  CHECK(written(2 * 18446744073709551615.0L) == "36893488147419103230");
#else
  CHECK(written(1 / 3.0L) == "0.3333333333333333333333333333333333");
  CHECK(written(__LDBL_MAX__) == "1.189731495357231765085759326628007e+4932");
  CHECK(written(__LDBL_DENORM_MIN__) == "6e-4966");
#endif
  if (rill_test::strtod_is_exact)
    CHECK(wrong_of_a_wide_type<long double>(6007, 1000) == 0);
}
TEST_CASE("number/shortest: long double at many exponents [slow]") {
  CHECK(wrong_of_a_wide_type<long double>(211, 20000) == 0);
}
#endif

#if RILL_LONG_DOUBLE_BITS == 64
TEST_CASE("number/shortest: bits that no long double has") {
  auto const of = [](std::uint32_t high, std::uint16_t exponent) {
    rill::detail::extended_bits const bits = {0, high, exponent, {}};
    return __builtin_bit_cast(long double, bits);
  };
  // A normal exponent with a first bit of 0, and the exponent of subnormals
  // with a first bit of 1.
  CHECK(writes(of(0x40000000, 0x3fff), std::string("nan")));
  CHECK(writes(of(0x40000000, 0xbfff), std::string("nan")));
  CHECK(written(of(0x80000000, 0)) == written(of(0x80000000, 1)));
}
#endif

#if RILL_FLOAT128
TEST_CASE("number/shortest: __float128") {
  using wide = rill::detail::float128;
  CHECK(written(wide(1) / 3) == "0.3333333333333333333333333333333333");
  CHECK(written(wide(-2.5)) == "-2.5");
  CHECK(written(number_of<wide>(1, -16494)) == "6e-4966");
  if (rill_test::strtod_is_exact)
    CHECK(wrong_of_a_wide_type<wide>(8009, 600) == 0);
}
TEST_CASE("number/shortest: __float128 at many exponents [slow]") {
  CHECK(wrong_of_a_wide_type<rill::detail::float128>(307, 20000) == 0);
}
#endif

namespace {
template <class T>
constexpr bool writes_at_compile_time(T x, char const* want) {
  char text[rill::shortest_size<T>] = {};
  char* const end = rill::write_shortest(text, x);
  for (char const* at = text; at != end; ++at, ++want)
    if (*at != *want) return false;
  return *want == 0;
}
#if RILL_FLOAT16
static_assert(writes_at_compile_time(__builtin_bit_cast(rill::detail::float16,
                                                        std::uint16_t{0x2e66}),
                                     "0.1"));
#endif
#if RILL_LONG_DOUBLE_BITS == 64 || RILL_LONG_DOUBLE_BITS == 53
static_assert(writes_at_compile_time(2.0 / 3, "0.6666666666666666"));
#endif
}  // namespace
