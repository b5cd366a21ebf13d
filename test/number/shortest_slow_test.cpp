// Every float and a hundred million doubles: each kernel writes the text of
// std::to_chars, and it reads back. Optimized 64-bit programs without
// sanitizers test all of them, other programs one of 251.
#include <doctest/doctest.h>
#include <stdlib.h>  // strtod

#include <charconv>
#include <cstdio>
#include <cstring>
#include <random>

#include "../support/float_texts.h"
#include "rill/number/parse_float.h"

namespace {

#if defined(__OPTIMIZE__) && !RILL_ADDRESS_SANITIZER && \
    defined(__SIZEOF_INT128__)
constexpr std::uint32_t stride = 1;
#else
constexpr std::uint32_t stride = 251;
#endif

// The number of characters in the texts of x and -x, or 0 if a text is wrong. x
// is not negative.
template <class T>
unsigned written_right(T x) {
  using bits = typename rill_test::format_of<T>::bits;
  constexpr std::size_t room = rill::shortest_size<T>;
  char want[room], text[room], other[room], negative[room];
  auto const size =
      static_cast<std::size_t>(std::to_chars(want, want + room, x).ptr - want);
  bits const positive = __builtin_bit_cast(bits, x);
  auto const opposite =
      static_cast<bits>(positive | static_cast<bits>(1) << (sizeof(T) * 8 - 1));
  char* const end = rill::write_shortest(text, x);
#if RILL_LITTLE_ENDIAN
  char* const other_end = rill::detail::write_shortest_generic(other, x);
#else
  char* const other_end = rill::detail::plain_shortest(other, x);
#endif
  char* const negative_end =
      rill::write_shortest(negative, __builtin_bit_cast(T, opposite));
  T back{};
  auto const read = rill::parse_float(text, end, back);
  bool const right = end == text + size && other_end == other + size &&
                     negative_end == negative + 1 + size &&
                     negative[0] == '-' && std::memcmp(text, want, size) == 0 &&
                     std::memcmp(other, want, size) == 0 &&
                     std::memcmp(negative + 1, want, size) == 0 && read &&
                     read.end == end &&
                     __builtin_bit_cast(bits, back) == positive;
  return right ? static_cast<unsigned>(2 * size + 1) : 0;
}

bool writes_nan(std::uint32_t bits) {
  char text[rill::shortest_size<float>];
  char* const end = rill::write_shortest(text, __builtin_bit_cast(float, bits));
  return end == text + 3 && std::memcmp(text, "nan", 3) == 0;
}

// Tests the floats of both signs whose bits without the sign are from `first`
// to first + 0x1fffffff. Prints how many there were, so that a missing part is
// seen.
void every_float(std::uint32_t first) {
  constexpr std::uint32_t infinity = 0x7f800000;
  std::uint64_t numbers = 0, characters = 0, wrong = 0;
  for (std::uint32_t n = first; n < first + 0x20000000; n += stride) {
    if (n > infinity) {
      for (std::uint32_t sign : {0u, 0x80000000u})
        if (!writes_nan(n | sign)) ++wrong;
    } else {
      unsigned const size = written_right(__builtin_bit_cast(float, n));
      if (size == 0 && wrong++ < 5) MESSAGE("wrong: float with the bits ", n);
      characters += size;
    }
    numbers += 2;
  }
  std::printf("floats +-%08x to +-%08x: %llu, %llu characters\n", first,
              first + 0x1fffffff, static_cast<unsigned long long>(numbers),
              static_cast<unsigned long long>(characters));
  std::fflush(stdout);
  CHECK(wrong == 0);
  CHECK(numbers == 2 * ((0x20000000ull + stride - 1) / stride));
}

}  // namespace

TEST_CASE("number/shortest: every float below 2^-63 [slow]") { every_float(0); }
TEST_CASE("number/shortest: every float from 2^-63 to below 2 [slow]") {
  every_float(0x20000000);
}
TEST_CASE("number/shortest: every float from 2 to below 2^65 [slow]") {
  every_float(0x40000000);
}
TEST_CASE("number/shortest: every float from 2^65 on [slow]") {
  every_float(0x60000000);
}

namespace {

double double_of(std::uint64_t bits) {
  constexpr std::uint64_t infinity = 0x7ff0000000000000;
  bits &= ~std::uint64_t{0} >> 1;
  // Infinities and nans, one in two thousand, become subnormal numbers.
  if (bits >= infinity) bits = (bits - infinity) >> (bits & 31);
  return __builtin_bit_cast(double, bits);
}

// n * 10^exponent.
double decimal_of(std::uint64_t n, int exponent) {
  char text[64];
  char* const end = std::to_chars(text, text + 40, n).ptr;
  *end = 'e';
  *std::to_chars(end + 1, end + 20, exponent).ptr = 0;
  return strtod(text, nullptr);
}

// Half of the numbers have random bits; the others are of kinds that people
// write.
double some_double(std::mt19937_64& random, unsigned kind) {
  std::uint64_t const n = random();
  switch (kind) {
    case 0:  // a fraction
      return static_cast<double>(n >> 11) * 0x1p-53;
    case 1:  // a price
      return static_cast<double>(n % 100000000) / 100;
    case 2:  // a whole number
      return static_cast<double>(n >> (n % 64));
    case 3:  // a short decimal
      return decimal_of(n % 1000000 >> (n >> 60),
                        static_cast<int>(n >> 32 & 511) - 260);
    case 4: {  // near a power of two
      std::uint64_t const exponent = n % 2047;
      return double_of((exponent << 52) + (n >> 32) % 9 - (exponent ? 4 : 0));
    }
    default:
      return double_of(n);
  }
}

void many_doubles(unsigned seed) {
  constexpr int rounds = static_cast<int>(50000000 / stride);
  std::mt19937_64 random(seed);
  std::uint64_t characters = 0, wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    double const x = some_double(random, static_cast<unsigned>(i) % 10);
    unsigned const size = written_right(x);
    if (size == 0 && wrong++ < 5)
      MESSAGE("wrong: double with the bits ",
              __builtin_bit_cast(std::uint64_t, x));
    characters += size;
  }
  std::printf("doubles, seed %u: %d and their opposites, %llu characters\n",
              seed, rounds, static_cast<unsigned long long>(characters));
  std::fflush(stdout);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("number/shortest: 50 million doubles [slow]") { many_doubles(1); }
TEST_CASE("number/shortest: another 50 million doubles [slow]") {
  many_doubles(2);
}

// Reads texts of 1 to 19 digits that are in general not the shortest of any
// number.
TEST_CASE("number/shortest: 20 million texts, read as by strtod [slow]") {
  constexpr int rounds = static_cast<int>(20000000 / stride);
  std::mt19937_64 random(3);
  int wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    std::uint64_t const n = random();
    char text[64];
    char* end = std::to_chars(text, text + 40, n >> (n & 63)).ptr;
    *end = 'e';
    int const exponent = static_cast<int>(random() % 660) - 340;
    end = std::to_chars(end + 1, end + 20, exponent).ptr;
    *end = 0;
    double x = 0;
    auto const read = rill::parse_float(text, end, x);
    double const want = strtod(text, nullptr);
    auto const bits = __builtin_bit_cast(std::uint64_t, want);
    // parse_float reports out of range where strtod returns 0 or infinity.
    bool const is_out =
        bits == 0x7ff0000000000000 || (bits == 0 && text[0] != '0');
    bool const right =
        read.end == end &&
        (is_out ? read.error == rill::number_error::out_of_range
                : read && __builtin_bit_cast(std::uint64_t, x) == bits);
    if (!right && wrong++ < 5) MESSAGE("wrong: ", std::string(text));
  }
  CHECK(wrong == 0);
}
