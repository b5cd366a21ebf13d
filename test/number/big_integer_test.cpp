// Integers of many limbs, against a number in 16-bit digits: one operation at a
// time.
#include "rill/number/big_integer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>  // std::mt19937_64
#include <string>
#include <vector>

namespace {

constexpr int capacity = 40;
using rill::detail::big_integer;
using number = big_integer<capacity>;

// A number as 16-bit digits, the lowest first, with the arithmetic of written
// calculation.
struct plain {
  std::vector<std::uint32_t> digits;

  void trim() {
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
  }
  void multiply_add(std::uint64_t factor, std::uint64_t addend) {
    // Multiplies by 16 bits of the factor at a time.
    plain sum{{}};
    for (int i = 0; i != 4; ++i) {
      std::uint64_t const part = factor >> (16 * i) & 0xffff;
      plain term{std::vector<std::uint32_t>(static_cast<std::size_t>(i), 0)};
      std::uint64_t carry = 0;
      for (std::uint32_t digit : digits) {
        carry += digit * part;
        term.digits.push_back(carry & 0xffff);
        carry >>= 16;
      }
      for (; carry; carry >>= 16) term.digits.push_back(carry & 0xffff);
      sum.add(term);
    }
    plain more{{}};
    for (; addend; addend >>= 16) more.digits.push_back(addend & 0xffff);
    sum.add(more);
    *this = sum;
  }
  void add(plain const& other) {
    std::uint32_t carry = 0;
    for (std::size_t i = 0; i < other.digits.size() || carry; ++i) {
      if (i >= digits.size()) digits.push_back(0);
      carry += digits[i] + (i < other.digits.size() ? other.digits[i] : 0);
      digits[i] = carry & 0xffff;
      carry >>= 16;
    }
    trim();
  }
  bool operator==(plain const&) const = default;
};

template <int Capacity>
plain plain_of(big_integer<Capacity> const& n) {
  plain out{{}};
  for (int i = 0; i != n.size(); ++i)
    for (int part = 0; part != 4; ++part)
      out.digits.push_back(
          static_cast<std::uint32_t>(n.limb(i) >> (16 * part) & 0xffff));
  out.trim();
  return out;
}

// A number of 0 to `most` limbs. A third of the limbs have only equal bits, so
// that carries go far.
template <class Random>
number any_number(Random& random, unsigned most) {
  number n;
  unsigned const limbs = static_cast<unsigned>(random()) % (most + 1);
  for (unsigned i = 0; i != limbs; ++i) {
    std::uint64_t limb = random();
    if (random() % 3 == 0) limb = random() % 2 ? ~std::uint64_t{0} : 0;
    n.shift_left(64);
    number low(limb);
    n.add(low);
  }
  return n;
}

std::string text(number n) {
  std::string out;
  while (!n.is_zero()) out += static_cast<char>('0' + n.divide_by(10));
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

// Python calculated the expected values.
TEST_CASE("number/big_integer: powers as texts") {
  number n(1u);
  n.multiply_by_power_of_five(100);
  CHECK(text(n) ==
        "788860905221011805411728565282786229673206435109023004770278930664062"
        "5");
  CHECK(n.bits() == 233);
  n = number(7u);
  n.multiply_by_power_of_ten(30);
  CHECK(text(n) == "7" + std::string(30, '0'));
  n = number(std::uint64_t{1});
  n.shift_left(200);
  CHECK(text(n) ==
        "1606938044258990275541962092341162602522202993782792835301376");
  CHECK(n.bits() == 201);
  n = number(0u);
  CHECK(n.is_zero());
  CHECK(n.bits() == 0);
  n.multiply_by_power_of_ten(5);
  n.shift_left(500);
  CHECK(n.is_zero());
}

TEST_CASE("number/big_integer: products and sums as by hand") {
  std::mt19937_64 random(1);
  for (int i = 0; i != 3000; ++i) {
    number n = any_number(random, 12);
    plain twin = plain_of(n);
    std::uint64_t const factor = random() % 4 ? random() : random() % 2;
    std::uint64_t const addend = random() % 4 ? random() : 0;
    n.multiply_add(factor, addend);
    twin.multiply_add(factor, addend);
    REQUIRE(plain_of(n) == twin);
    number const other = any_number(random, 12);
    n.add(other);
    twin.add(plain_of(other));
    REQUIRE(plain_of(n) == twin);
    n.subtract(other);
    n.add(other);
    REQUIRE(plain_of(n) == twin);
  }
}

TEST_CASE("number/big_integer: a shift is so many doublings") {
  std::mt19937_64 random(2);
  for (int shift = 0; shift != 300; ++shift) {
    number n = any_number(random, 5);
    plain twin = plain_of(n);
    n.shift_left(shift);
    for (int i = 0; i != shift; ++i) twin.multiply_add(2, 0);
    REQUIRE(plain_of(n) == twin);
  }
}

TEST_CASE("number/big_integer: division by a word, and back") {
  std::mt19937_64 random(3);
  for (int i = 0; i != 5000; ++i) {
    number const n = any_number(random, 12);
    std::uint64_t const divisor = (random() >> (random() % 64)) | 1;
    number quotient = n;
    std::uint64_t const rest = quotient.divide_by(divisor);
    REQUIRE(rest < divisor);
    plain back = plain_of(quotient);
    back.multiply_add(divisor, rest);
    REQUIRE(back == plain_of(n));
  }
}

TEST_CASE("number/big_integer: division by a number, and back") {
  std::mt19937_64 random(4);
  for (int i = 0; i != 20000; ++i) {
    // A divisor whose highest bit is set, and the quotient that the division
    // must find.
    number divisor = any_number(random, 6);
    divisor.add(number(1u));
    divisor.shift_left((64 - divisor.bits() % 64) % 64);
    std::uint64_t const quotient =
        random() % 8 ? random() : ~std::uint64_t{0} - random() % 3;
    number n = divisor;
    n.multiply_add(quotient, 0);
    // A remainder from 0 to divisor - 1.
    number rest = any_number(random, 6);
    if (random() % 4 == 0) {
      rest = divisor;
      rest.subtract(number(1u));
    }
    if (rest.compare(divisor) >= 0) rest = number(random() % 2);
    if (rest.compare(divisor) >= 0) rest = number(0u);
    n.add(rest);
    REQUIRE(n.divide_once(divisor) == quotient);
    REQUIRE(n.compare(rest) == 0);
  }
}

TEST_CASE("number/big_integer: comparison is the sign of the difference") {
  std::mt19937_64 random(5);
  for (int i = 0; i != 5000; ++i) {
    number const a = any_number(random, 4);
    number more = a;
    number d = any_number(random, 4);
    d.add(number(1u));
    more.add(d);
    CHECK(a.compare(a) == 0);
    CHECK(a.compare(more) < 0);
    CHECK(more.compare(a) > 0);
  }
}

static_assert([] {
  big_integer<8> n(std::uint64_t{123456789});
  n.multiply_by_power_of_ten(20);
  n.shift_left(70);
  big_integer<8> d(std::uint64_t{1});
  d.shift_left(70);
  d.multiply_by_power_of_ten(20);
  int const zeros = (64 - d.bits() % 64) % 64;
  n.shift_left(zeros);
  d.shift_left(zeros);
  return n.divide_once(d) == 123456789 && n.is_zero();
}());
