// Writing integers in decimal: against to_chars and the plain twin.
// covers: number/result.h
// covers: number/kernel/decimal.h
#include <doctest/doctest.h>

#include <charconv>
#include <cstring>
#include <limits>
#include <random>

#include "../reference/integer.h"
#include "rill/number/decimal.h"

namespace {

using reference::unsigned_widest;
using reference::widest;

// The text by to_chars; for 128 bits digit by digit.
template <class T>
std::size_t expected(char* out, T n) {
  if constexpr (sizeof(T) <= 8) {
    return static_cast<std::size_t>(std::to_chars(out, out + 40, n).ptr - out);
  } else {
    char reversed[50];
    std::size_t count = 0, length = 0;
    bool const negative = n < 0;
    do {
      int const digit = static_cast<int>(n % 10);
      reversed[count++] = static_cast<char>('0' + (digit < 0 ? -digit : digit));
      n = static_cast<T>(n / 10);
    } while (n != 0);
    if (negative) out[length++] = '-';
    while (count) out[length++] = reversed[--count];
    return length;
  }
}

// Whether n is written right and no byte outside of the promised room changes.
template <class T>
bool writes(T n) {
  constexpr std::size_t room = rill::decimal_size<T>;
  char text[room + 16], want[64];
  std::memset(text, '#', sizeof text);
  char* const end = rill::write_decimal(text + 8, n);
  std::size_t const length = expected(want, n);
  if (end != text + 8 + length || std::memcmp(text + 8, want, length) != 0)
    return false;
  if (rill::decimal_digits(n) != length) return false;
  for (std::size_t i = 0; i != 8; ++i)
    if (text[i] != '#' || text[8 + room + i] != '#') return false;
  return true;
}

template <class T>
bool writes_around(unsigned_widest n) {
  bool right = true;
  for (int d = -2; d <= 2; ++d) {
    unsigned_widest const u = n + static_cast<unsigned_widest>(d);
    right = right && writes(static_cast<T>(u)) &&
            writes(static_cast<T>(unsigned_widest{0} - u));
  }
  return right;
}

template <class T>
int wrong_boundaries() {
  int wrong = 0;
  unsigned_widest power = 1;
  for (int k = 0; k != 39; ++k, power *= 10) wrong += !writes_around<T>(power);
  for (int k = 0; k != reference::widest_bits; ++k)
    wrong += !writes_around<T>(unsigned_widest{1} << k);
  return wrong;
}

template <class T>
int wrong_random(int rounds) {
  std::mt19937_64 random(12345);
  int wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    auto n = reference::random_widest(random);
    n >>= random() % reference::widest_bits;
    if (i % 2) n = unsigned_widest{0} - n;
    wrong += !writes(static_cast<T>(n));
  }
  return wrong;
}

template <class T>
int wrong_everywhere() {
  return wrong_boundaries<T>() + wrong_random<T>(200000);
}

// A kernel for 64-bit numbers, which may store up to 20 bytes.
template <class Kernel>
int wrong_kernel(Kernel kernel) {
  std::mt19937_64 random(99);
  int wrong = 0;
  auto check = [&](std::uint64_t n) {
    char text[40], want[64];
    std::memset(text, '#', sizeof text);
    char* const end = kernel(text + 4, n);
    std::size_t const length = expected(want, n);
    bool right = end == text + 4 + length &&
                 std::memcmp(text + 4, want, length) == 0 && text[3] == '#';
    for (std::size_t i = 24; i != 40; ++i) right = right && text[i] == '#';
    wrong += !right;
  };
  std::uint64_t power = 1;
  for (int k = 0; k != 20; ++k, power *= 10)
    for (std::uint64_t d = 0; d != 5; ++d) check(power + d - 2);
  for (int i = 0; i != 500000; ++i) check(random() >> (i % 64));
  // A sample of the eight-digit parts, in the middle and at the end.
  for (std::uint64_t n = 0; n < 100000000; n += 9973)
    check(n), check(n * 100000000 + 99999999 - n),
        check(184 * 10000000000000000u + n * 100000000 + n);
  return wrong;
}

}  // namespace

TEST_CASE("number/decimal: every 8- and 16-bit integer") {
  int wrong = 0;
  for (int i = -32768; i <= 65535; ++i) {
    wrong += !writes(static_cast<signed char>(i));
    wrong += !writes(static_cast<unsigned char>(i));
    wrong += !writes(static_cast<short>(i));
    wrong += !writes(static_cast<unsigned short>(i));
    wrong += !writes(i);
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/decimal: powers of ten and two, random, of every type") {
  CHECK(wrong_everywhere<int>() == 0);
  CHECK(wrong_everywhere<unsigned>() == 0);
  CHECK(wrong_everywhere<long>() == 0);
  CHECK(wrong_everywhere<unsigned long>() == 0);
  CHECK(wrong_everywhere<long long>() == 0);
  CHECK(wrong_everywhere<unsigned long long>() == 0);
  CHECK(wrong_everywhere<widest>() == 0);
  CHECK(wrong_everywhere<unsigned_widest>() == 0);
}

TEST_CASE("number/decimal: the kernels for long numbers") {
#if RILL_LITTLE_ENDIAN
  CHECK(wrong_kernel(rill::detail::write_long_generic) == 0);
#if RILL_X86_64
  if (rill::cpu_level() >= rill::cpu::avx512)
    CHECK(wrong_kernel(rill::detail::write_long_avx512) == 0);
#endif
#endif
}

namespace {
constexpr bool at_compile_time() {
  char text[48]{};
  char* const end = rill::write_decimal(text, -1234567890123LL);
  return end == text + 14 && text[0] == '-' && text[1] == '1' &&
         text[13] == '3' && rill::decimal_digits(-10) == 3;
}
static_assert(at_compile_time());
static_assert(rill::integer<signed char> && rill::integer<widest>);
static_assert(!rill::integer<char> && !rill::integer<bool> &&
              !rill::integer<wchar_t> && !rill::integer<char8_t>);
}  // namespace
