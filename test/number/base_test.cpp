// Writing integers in bases 2 to 36: against the reference twin.
// covers: number/decimal.h
#include <doctest/doctest.h>

#include <cstring>
#include <random>
#include <string>
#include <utility>

#include "../reference/integer.h"
#include "rill/number/decimal.h"

namespace {

using reference::unsigned_widest;
using reference::widest;

// Whether the text and its size are right and no byte outside of the promised
// room changes.
template <unsigned base, class T>
bool writes(T n) {
  constexpr std::size_t room = rill::base_size<T, base>;
  for (bool upper : {false, true}) {
    char text[room + 16];
    std::memset(text, '#', sizeof text);
    char* const end = rill::write_base<base>(text + 8, n, upper);
    if (std::string(text + 8, end) !=
        reference::text(n, static_cast<int>(base), upper))
      return false;
    if (text + 8 + rill::base_digits<base>(n) != end) return false;
    for (std::size_t i = 0; i != 8; ++i)
      if (text[i] != '#' || text[8 + room + i] != '#') return false;
  }
  return true;
}

template <unsigned base, class T>
int wrong_numbers() {
  int wrong = 0;
  auto const check = [&](unsigned_widest u) {
    wrong += !writes<base>(static_cast<T>(u));
  };
  unsigned_widest power = 1;
  while (power <= ~unsigned_widest{0} / base) {
    for (unsigned_widest d : {power - 1, power, power + 1}) check(d), check(-d);
    power *= base;
  }
  for (int k = 0; k != reference::widest_bits; ++k)
    check(unsigned_widest{1} << k), check((unsigned_widest{1} << k) - 1);
  std::mt19937_64 random(base);
  for (int i = 0; i != 300; ++i) {
    auto const u = reference::random_widest(random);
    check(u >> random() % reference::widest_bits);
    check(-(u >> random() % reference::widest_bits));
  }
  return wrong;
}

template <unsigned base>
int wrong_base() {
  return wrong_numbers<base, signed char>() +
         wrong_numbers<base, unsigned char>() + wrong_numbers<base, short>() +
         wrong_numbers<base, unsigned short>() + wrong_numbers<base, int>() +
         wrong_numbers<base, unsigned>() + wrong_numbers<base, long long>() +
         wrong_numbers<base, unsigned long>() + wrong_numbers<base, widest>() +
         wrong_numbers<base, unsigned_widest>();
}

template <unsigned... base>
int wrong_bases(std::integer_sequence<unsigned, base...>) {
  return (wrong_numbers<base + 2, int>() + ...) +
         (wrong_numbers<base + 2, unsigned long>() + ...) +
         (wrong_numbers<base + 2, widest>() + ...);
}

}  // namespace

TEST_CASE("number/decimal: 2, 8, 10, 16 and 36 of every type") {
  CHECK(wrong_base<2>() == 0);
  CHECK(wrong_base<8>() == 0);
  CHECK(wrong_base<10>() == 0);
  CHECK(wrong_base<16>() == 0);
  CHECK(wrong_base<36>() == 0);
}

TEST_CASE("number/decimal: 2 to 36") {
  CHECK(wrong_bases(std::make_integer_sequence<unsigned, 35>()) == 0);
}

TEST_CASE("number/decimal: every 16-bit integer in hexadecimal and octal") {
  int wrong = 0;
  for (int i = -32768; i <= 65535; ++i) {
    wrong += !writes<16>(static_cast<short>(i));
    wrong += !writes<8>(static_cast<unsigned short>(i));
  }
  CHECK(wrong == 0);
}

namespace {
constexpr bool at_compile_time() {
  char text[40]{};
  char* const end = rill::write_base<16>(text, -0xbeef, true);
  return end == text + 5 && text[1] == 'B' && text[4] == 'F' &&
         rill::base_digits<2>(5u) == 3 && rill::base_digits<16>(0) == 1;
}
static_assert(at_compile_time());
}  // namespace
