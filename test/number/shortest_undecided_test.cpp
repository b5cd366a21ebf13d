// The shortest decimals of 64-bit long doubles that 128 bits of a power of ten
// do not decide: by one multiplication, by big integers and by a twin that
// tries decimals.
#include <doctest/doctest.h>

#include <random>

#include "../support/float_texts.h"
#include "../support/skip.h"
#include "rill/number/shortest.h"

#if RILL_LONG_DOUBLE_BITS == 64
namespace {

using format = rill::detail::extended_format;
constexpr std::uint64_t first_m = std::uint64_t{1} << 63;

bool agrees(std::uint64_t m, int k) {
  auto const a = rill::detail::find_shortest_extended<format>(m, k);
  auto const b = rill::detail::exact_shortest<format>(m, k);
  return a.head == b.head && a.last == b.last && a.exponent == b.exponent &&
         a.last < 10;
}

bool is_shortest(std::uint64_t m, int k) {
  auto const x = rill_test::number_of<long double>(m, k);
  return rill_test::writes(x, rill_test::slow_text(x));
}

struct significand_and_exponent {
  std::uint64_t m;
  int k;
};

// The hardest numbers of some exponents. Found by `tools/find_undecided.py
// extended`.
constexpr significand_and_exponent undecided[] = {
    {0x4bb9252a6c4dc308, -16445}, {0xa1877600a7dd9b67, -16445},
    {0xae2f1b6857df4791, -16445}, {0xae2f1b6857df4792, -16445},
    {0xd683ca1794e79ced, -16445}, {0xd683ca1794e79cee, -16445},
    {0xf755c6d6e36d73c6, -16445}, {0xfed878c6d1eff249, -16445},
    {0xfed878c6d1eff24a, -16445}, {0xfb57c95985aaa4b0, -15414},
    {0xfb57c95985aaa4b1, -15414}, {0xa4116c8b6cc3c038, -14383},
    {0xbb9e1893d1fb03d4, -14383}, {0xbb9e1893d1fb03d5, -14383},
    {0xcd6848361883b137, -13352}, {0xcd6848361883b138, -13352},
    {0xf11441c4e003de36, -12321}, {0xdeffc36a7dd53cb1, -11290},
    {0xe0da756249fe6f57, -11290}, {0xe0da756249fe6f58, -11290},
    {0xba4ef01e9a9f87ba, -10259}, {0xba4ef01e9a9f87bb, -10259},
    {0xd6f74ec87469cdf3, -10259}, {0x8ada26c4c07e7721, -9228},
    {0x8ada26c4c07e7722, -9228},  {0x9744154810faf77a, -9228},
    {0x9744154810faf77b, -9228},  {0xd996ad099d1b12f5, -9228},
    {0x90b22dea78710014, -8197},  {0x90b22dea78710015, -8197},
    {0xb71cb4ebe0b1d3b1, -8197},  {0xb71cb4ebe0b1d3b2, -8197},
    {0x86feb3f0271734d7, -7166},  {0xea9538f21c3542a9, -7166},
    {0xea9538f21c3542aa, -7166},  {0xa4e8714e5f38bfd9, -5104},
    {0xa4e8714e5f38bfda, -5104},  {0xd406488955db3fce, -5104},
    {0xd406488955db3fcf, -5104},  {0xaac4ca3a2ff5e57f, -4073},
    {0xaac4ca3a2ff5e580, -4073},  {0xce3e7d1b6688bab4, -3042},
    {0xbc246a9c29ac0a5e, -2011},  {0xbc246a9c29ac0a5f, -2011},
    {0xd66e34fca7381914, -2011},  {0xe48137ca309f0d92, -2011},
    {0x83486413fd9419ab, -980},   {0x83486413fd9419ac, -980},
    {0x8a265e9c6d7b97af, -980},   {0x8bad08101492973e, -980},
    {0x928b0298847a1541, -980},   {0x928b0298847a1542, -980},
    {0x9656554ffb964404, 1082},   {0x9656554ffb964405, 1082},
    {0xb314b6ad622d9810, 1082},   {0xb780c5a80f7ff3c3, 1082},
    {0xbbecd4a2bcd24f76, 1082},   {0xc28eeb1ac0cdd902, 1082},
    {0xc28eeb1ac0cdd903, 1082},   {0xeec780e586056e00, 1082},
    {0xeec780e586056e01, 1082},   {0xbc54996ecef2af45, 2113},
    {0xa611078b7e825be7, 3144},   {0xa611078b7e825be8, 3144},
    {0xddfc3f09241da39e, 3144},   {0xf420a67112d9afdf, 3144},
    {0xd00fcd688129d05c, 4175},   {0xbb18389834792bda, 5206},
    {0xa98ffc2e55347454, 6237},   {0xa98ffc2e55347455, 6237},
    {0xb4e7ba16124a6d07, 6237},   {0xf8baebc2345f685c, 6237},
    {0xa4cac6c66ea4de7a, 7268},   {0xe6b57caf67b39dde, 7268},
    {0xea0caf005eb1d8e2, 7268},   {0xea0caf005eb1d8e3, 7268},
    {0xce551ed1d8dc6a22, 8299},   {0xce551ed1d8dc6a23, 8299},
    {0xaf6dcbc11526fe6d, 9330},   {0xac280bb5ee2c0ebf, 10361},
    {0xac280bb5ee2c0ec0, 10361},  {0xf28f7e7aed88f7fa, 10361},
    {0xa573e25b5676af57, 11392},  {0xe75c67826fb3b1fa, 12423},
    {0xe75c67826fb3b1fb, 12423},  {0xf091c7c0cadf8867, 12423},
    {0xc1daaed13ea3b28c, 13454},  {0xa0839dd38ace86fa, 14485},
    {0xed8312eb088a49f9, 14485},  {0xed7ed3ed41b9d4b1, 15516},
    {0xed7ed3ed41b9d4b2, 15516},
};

}  // namespace

TEST_CASE("number/shortest_undecided: the hardest long doubles") {
  int count = 0;
  for (auto const& [m, k] : undecided) {
    CAPTURE(m);
    CAPTURE(k);
    CHECK(agrees(m - 1, k));
    CHECK(agrees(m, k));
    CHECK(agrees(m + 1, k));
    // The twin takes milliseconds, so it checks every fourth number.
    if (++count % 4 == 0) CHECK(is_shortest(m, k));
  }
}

TEST_CASE("number/shortest_undecided: powers of two") {
  int wrong = 0;
  for (int k = format::least_exponent; k <= format::greatest_exponent; k += 3)
    wrong += !agrees(first_m, k);
  CHECK(wrong == 0);
}

TEST_CASE("number/shortest_undecided: a midpoint is a round number") {
  // The midpoint (2 * m + 1) * 2^(k - 1) is a multiple of 10^(exponent + 1).
  std::mt19937_64 random(31);
  int wrong = 0, seen = 0;
  for (int k = 1;; ++k) {
    int const unit = rill::detail::exponent_of_last(k, false) + 1;
    if (unit > 27) break;  // 5^28 > 2^65
    std::uint64_t five = 1;
    for (int i = 0; i != unit; ++i) five *= 5;
    for (int i = 0; i != 60; ++i) {
      // odd * five is from 2^64 to 2^65. m is the product without its last bit.
      std::uint64_t const least = ~std::uint64_t{0} / five + 1;
      std::uint64_t const odd = (least + random() % least) | 1;
      auto const product = rill::detail::multiply(odd, five);
      if (product.high != 1) continue;
      std::uint64_t const m = product.low >> 1 | first_m;
      wrong += !agrees(m, k);
      if (m + 1 != 0) wrong += !agrees(m + 1, k);
      if (i == 0) wrong += !is_shortest(m, k);
      ++seen;
    }
  }
  CHECK(wrong == 0);
  CHECK(seen > 1000);
}

TEST_CASE("number/shortest_undecided: between two decimals, the even one") {
  std::mt19937_64 random(32);
  int wrong = 0, seen = 0;
  for (int k = -2;; --k) {
    int const zeros = rill::detail::exponent_of_last(k, false) - 1 - k;
    if (zeros >= 63) break;
    for (int i = 0; i != 60; ++i, ++seen) {
      std::uint64_t const m = (((random() | first_m) >> zeros) | 1) << zeros;
      wrong += !agrees(m, k);
      if (i == 0) wrong += !is_shortest(m, k);
    }
  }
  CHECK(wrong == 0);
  CHECK(seen > 1000);
}
#else
TEST_CASE("number/shortest_undecided: long doubles of 64 bits") {
  rill_test::skip("long double has another format here");
}
#endif
