// The shortest decimal of a number: the way by one multiplication against the
// one by big integers, and both against a twin that tries decimals.
// covers: number/shortest_decimal.h
#include "rill/number/shortest_decimal.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "../support/float_texts.h"

namespace {

using rill::detail::exact_shortest;
using rill::detail::exponent_of_last;
using rill::detail::find_shortest;
using rill_test::format_of;
using rill_test::number_of;

template <class T>
using significand = typename format_of<T>::significand;

// The least significand of a normal number.
template <class T>
constexpr auto first_m =
    static_cast<significand<T>>(1) << (format_of<T>::precision - 1);

// Whether one multiplication finds the decimal that big integers find.
template <class T>
bool agrees(significand<T> m, int k) {
  auto const a = find_shortest<format_of<T>>(m, k);
  auto const b = exact_shortest<format_of<T>>(m, k);
  return a.head == b.head && a.last == b.last && a.exponent == b.exponent &&
         a.last < 10;
}

// Whether big integers find the decimal that the twin finds by trying.
template <class Format>
bool is_shortest_of(typename Format::significand m, int k) {
  auto const a = exact_shortest<Format>(m, k);
  std::string digits =
      reference::text(static_cast<unsigned long long>(a.head), 10) +
      static_cast<char>('0' + a.last);
  if (a.head == 0) digits.erase(0, 1);
  int const first = a.exponent + static_cast<int>(digits.size()) - 1;
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  auto const want = reference::shortest_digits(
      {m, k, Format::precision, Format::least_exponent});
  return a.last < 10 && digits == want.digits && first == want.first;
}

template <class T>
bool is_shortest(significand<T> m, int k) {
  return is_shortest_of<format_of<T>>(m, k);
}

template <class T>
significand<T> random_m(std::mt19937_64& random) {
  return static_cast<significand<T>>((random() & (first_m<T> - 1)) |
                                     first_m<T>);
}

template <class T>
int wrong_at_random(int rounds, int tried) {
  using format = format_of<T>;
  std::mt19937_64 random(6);
  int wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    int const k = format::least_exponent +
                  static_cast<int>(random() % (format::greatest_biased - 1));
    auto const m = random_m<T>(random);
    wrong += !agrees<T>(m, k);
    if (i < tried) wrong += !is_shortest<T>(m, k);
  }
  return wrong;
}

constexpr std::uint64_t power_of_five(int n) {
  return n == 0 ? 1 : 5 * power_of_five(n - 1);
}

// Whole numbers with a midpoint, (2 * m + 1) * 2^(k - 1), that is a multiple of
// 10^(exponent + 1): up to `some` midpoints for each k.
template <class T>
int wrong_with_round_midpoint(int some) {
  std::mt19937_64 random(7);
  int wrong = 0, seen = 0;
  for (int k = 1; k < format_of<T>::greatest_exponent; ++k) {
    int const unit = exponent_of_last(k, false) + 1;
    if (unit > 23) break;  // 5^24 > 2^55
    std::uint64_t const five = power_of_five(unit);
    std::uint64_t const least = 2 * std::uint64_t{first_m<T>} / five + 1;
    std::uint64_t const end = 4 * std::uint64_t{first_m<T>} / five;
    for (int i = 0; i != some && least < end; ++i) {
      std::uint64_t const odd = (least + random() % (end - least)) | 1;
      auto const m = static_cast<significand<T>>((odd * five - 1) / 2);
      for (auto near : {m, static_cast<significand<T>>(m + 1)}) {
        if (near < first_m<T> || near >= 2 * first_m<T>) continue;
        wrong += !agrees<T>(near, k) + !is_shortest<T>(near, k);
        ++seen;
      }
    }
  }
  CHECK(seen > 1000);
  return wrong;
}

// Numbers half-way between two decimals of equal length: m is odd * 2^zeros
// with 2^(zeros + k) = 2^(exponent - 1).
template <class T>
int wrong_between_two_decimals() {
  std::mt19937_64 random(8);
  int wrong = 0, seen = 0;
  for (int k = -2; k >= format_of<T>::least_exponent; --k) {
    int const zeros = exponent_of_last(k, false) - 1 - k;
    if (zeros >= format_of<T>::precision) break;
    for (int i = 0; i != 200; ++i) {
      auto const m = static_cast<significand<T>>(
          ((random_m<T>(random) >> zeros) | 1) << zeros);
      if (m == first_m<T>) continue;
      wrong += !agrees<T>(m, k) + !is_shortest<T>(m, k);
      ++seen;
    }
  }
  CHECK(seen > 1000);
  return wrong;
}

struct significand_and_exponent {
  std::uint64_t m;
  int k;
};

// All doubles with a large exponent that 128 bits of a power of ten do not
// decide, within a margin. Found by `tools/find_undecided.py double`.
constexpr significand_and_exponent undecided[] = {
    {0x141934d77659be, -917}, {0x141934d77659bf, -917},
    {0x17c0747bd76fa1, -866}, {0x11d467e94b856e, -804},
    {0x1090684f5fe997, -702}, {0x1090684f5fe998, -702},
    {0x1090684f5fe997, -701}, {0x1090684f5fe998, -701},
    {0x18823a57adbef8, -549}, {0x18823a57adbef9, -549},
    {0x1ce77c2b3328fb, -538}, {0x1ce77c2b3328fc, -538},
    {0x1ce77c2b3328fb, -531}, {0x1ce77c2b3328fc, -531},
    {0x159a2783ce70ab, -381}, {0x16e22db4568793, -299},
    {0x128f9edfbd341f, -245}, {0x128f9edfbd3420, -245},
    {0x128f9edfbd341f, -242}, {0x128f9edfbd3420, -242},
    {0x1eef5e1f90ac34, -239}, {0x1eef5e1f90ac35, -239},
    {0x13de005bd620df, 164},  {0x1e735b3003e352, 403},
    {0x1491daad0ba280, 479},  {0x1edac8039173c0, 480},
    {0x19b651584e8b20, 482},  {0x1348bd023ae858, 484},
    {0x1011f2d73116f4, 486},  {0x181aec42c9a26e, 487},
    {0x14166f8cfd5cb1, 489},  {0x13ae60753af6ca, 706},
    {0x13ae60753af6cb, 706},  {0x13ae60753af6ca, 707},
    {0x13ae60753af6cb, 707},
};

}  // namespace

TEST_CASE("number/shortest_decimal: the exponent of the last digit") {
  // Compares with the exponent of the first digit of 2^k, or of 3 * 2^(k - 2),
  // from all digits of that number.
  auto const is_right = [](int k, int e, bool closer) {
    auto const distance = closer ? reference::all_digits(3, 1, 0, k - 2)
                                 : reference::all_digits(1, 1, 0, k);
    return distance.first == e;
  };
  int wrong = 0;
  for (int k = -16494; k <= 16384; k += k > -1100 && k < 1100 ? 1 : 37)
    for (bool closer : {false, true})
      wrong += !is_right(k, exponent_of_last(k, closer), closer);
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest_decimal: random numbers of every exponent") {
  CHECK(wrong_at_random<float>(300000, 20000) == 0);
  CHECK(wrong_at_random<double>(300000, 3000) == 0);
}

TEST_CASE("number/shortest_decimal: subnormal numbers") {
  std::mt19937_64 random(9);
  int wrong = 0;
  for (std::uint32_t m = 1; m != 20000; ++m) {
    wrong += !agrees<float>(m, -149) + !agrees<double>(m, -1074);
    if (m < 300)
      wrong += !is_shortest<float>(m, -149) + !is_shortest<double>(m, -1074);
  }
  for (int i = 0; i != 20000; ++i) {
    std::uint64_t const m = random() >> 12 >> random() % 52;
    if (m != 0) wrong += !agrees<double>(m, -1074);
    auto const n = static_cast<std::uint32_t>(random() >> 41);
    if (n != 0) wrong += !agrees<float>(n, -149);
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest_decimal: powers of two") {
  int wrong = 0;
  for (int k = -149; k <= 104; ++k)
    for (auto m : {first_m<float>, first_m<float> + 1})
      wrong += !agrees<float>(m, k) + !is_shortest<float>(m, k);
  for (int k = -1074; k <= 971; ++k)
    for (auto m : {first_m<double>, first_m<double> + 1})
      wrong += !agrees<double>(m, k) + !is_shortest<double>(m, k);
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest_decimal: a midpoint is a round number") {
  CHECK(wrong_with_round_midpoint<float>(100) == 0);
  CHECK(wrong_with_round_midpoint<double>(100) == 0);
}

TEST_CASE("number/shortest_decimal: between two decimals, the even one") {
  CHECK(wrong_between_two_decimals<float>() == 0);
  CHECK(wrong_between_two_decimals<double>() == 0);
}

TEST_CASE("number/shortest_decimal: what 128 bits do not decide") {
  for (auto const& [m, k] : undecided) {
    CAPTURE(m);
    CAPTURE(k);
    for (std::uint64_t n = m - 2; n <= m + 2; ++n) {
      CHECK(agrees<double>(n, k));
      CHECK(is_shortest<double>(n, k));
    }
  }
}

TEST_CASE("number/shortest_decimal: every number of 16 bits") {
  using half = rill::detail::interchange_format<std::uint16_t, 11, 5>;
  using brain = rill::detail::interchange_format<std::uint16_t, 8, 8>;
  auto const wrong_of = [](auto format) {
    using format_type = decltype(format);
    constexpr unsigned first = 1u << (format_type::precision - 1);
    int wrong = 0;
    for (unsigned m = 1; m != 2 * first; ++m)
      for (int k = format_type::least_exponent;
           k <= (m < first ? format_type::least_exponent
                           : format_type::greatest_exponent);
           ++k)
        wrong += !is_shortest_of<format_type>(m, k);
    return wrong;
  };
  CHECK(wrong_of(half{}) == 0);
  CHECK(wrong_of(brain{}) == 0);
}

namespace {
constexpr bool finds_at_compile_time() {
  using format = format_of<double>;
  auto const third = find_shortest<format>(0x15555555555555, -54);
  auto const exact = exact_shortest<format>(0x15555555555555, -54);
  return third.head == 3333333333333333 && third.last == 0 &&
         third.exponent == -17 && exact.head == third.head &&
         exact.last == third.last && exact.exponent == third.exponent;
}
static_assert(finds_at_compile_time());
}  // namespace
