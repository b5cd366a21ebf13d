// Products of 64-bit numbers, against a product of 16-bit digits. 32-bit
// programs use the code without a 128-bit type.
#include "rill/number/floating.h"

#include <doctest/doctest.h>

#include <random>  // std::mt19937_64

namespace {

using rill::detail::u128_parts;

// A sum of products in 12 columns of 16-bit digits.
struct columns {
  std::uint64_t digit[12] = {};
  void add_product(std::uint64_t a, std::uint64_t b, int at) {
    for (int i = 0; i != 4; ++i)
      for (int j = 0; j != 4; ++j)
        digit[at + i + j] +=
            (a >> (16 * i) & 0xffff) * (b >> (16 * j) & 0xffff);
  }
  void carry() {
    for (int i = 0; i != 11; ++i) {
      digit[i + 1] += digit[i] >> 16;
      digit[i] &= 0xffff;
    }
  }
  std::uint64_t limb(int i) const {
    std::uint64_t n = 0;
    for (int j = 3; j >= 0; --j) n = n << 16 | digit[4 * i + j];
    return n;
  }
};

template <class Random>
std::uint64_t any_word(Random& random) {
  std::uint64_t const n = random() >> (random() % 64);
  return random() % 4 ? n : ~n;
}

}  // namespace

TEST_CASE("number/floating: products as by hand") {
  std::mt19937_64 random(1);
  for (int i = 0; i != 100000; ++i) {
    std::uint64_t const a = any_word(random), b = any_word(random),
                        c = any_word(random);
    columns two;
    two.add_product(a, b, 0);
    two.carry();
    REQUIRE(rill::detail::multiply(a, b) ==
            u128_parts{two.limb(1), two.limb(0)});
    columns three;
    three.add_product(a, c, 4);
    three.add_product(b, c, 0);
    three.carry();
    REQUIRE(rill::detail::multiply_upper({a, b}, c) ==
            u128_parts{three.limb(2), three.limb(1)});
  }
}

TEST_CASE("number/floating: division undoes the product") {
  std::mt19937_64 random(2);
  for (int i = 0; i != 100000; ++i) {
    std::uint64_t const divisor = any_word(random) | 1;
    std::uint64_t const quotient = any_word(random);
    std::uint64_t const rest = random() % divisor;
    columns n;
    n.add_product(divisor, quotient, 0);
    n.add_product(rest, 1, 0);
    n.carry();
    auto const got = rill::detail::divide({n.limb(1), n.limb(0)}, divisor);
    REQUIRE(got.quotient == quotient);
    REQUIRE(got.rest == rest);
  }
}

static_assert(rill::detail::multiply(~std::uint64_t{0}, ~std::uint64_t{0}) ==
              u128_parts{~std::uint64_t{1}, 1});
static_assert(rill::detail::leading_zeros(1) == 63);
