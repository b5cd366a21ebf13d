// Reading one integer, against the slow twin, in blocks of exact size.
// covers: number/digits.h
// covers: number/result.h
// covers: number/parse.h
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "../reference/integer.h"
#include "rill/number/decimal.h"
#include "rill/number/parse.h"

namespace {

using reference::below;
using reference::unsigned_widest;
using reference::widest;
using rill::number_error;

template <class T>
constexpr T least =
    rill::detail::is_signed_integer<T>
        ? static_cast<T>(unsigned_widest{1} << (sizeof(T) * 8 - 1))
        : T{0};
template <class T>
constexpr T most = static_cast<T>(~least<T>);
template <>
constexpr unsigned char most<unsigned char> = 255;
template <>
constexpr unsigned short most<unsigned short> = 65535;

template <class T>
bool agrees(rill::parse_result got, char const* first, T n, T before,
            reference::parsed<T> const& want) {
  if (want.result == reference::outcome::good)
    return got && got.end == first + want.length && n == want.value;
  auto const error = want.result == reference::outcome::malformed
                         ? number_error::malformed
                         : number_error::out_of_range;
  return !got && got.error == error && got.end == first + want.length &&
         n == before;
}

// Whether a text reads right: parse_integer at the end of a heap block; in base
// 10 also parse_decimal_padded, on 32 bytes that end with copies of `fill`.
template <class T>
bool reads(std::string const& text, int base, char fill = 'x') {
  auto const want = reference::parse(text, base, least<T>, most<T>);
  std::unique_ptr<char[]> exact(new char[text.size()]);
  std::memcpy(exact.get(), text.data(), text.size());
  T const before = static_cast<T>(77);
  T n = before;
  auto const result =
      rill::parse_integer(exact.get(), exact.get() + text.size(), n, base);
  if (!agrees(result, exact.get(), n, before, want)) return false;
  if (base != 10) return true;

  std::string padded = text;
  padded += fill;
  padded.resize(std::max<std::size_t>(padded.size(), 32), fill);
  auto const longer = reference::parse(padded, 10, least<T>, most<T>);
  std::size_t const size = padded.size();
  std::unique_ptr<char[]> block(new char[size]);
  std::memcpy(block.get(), padded.data(), size);
  char const* const first = block.get();
  n = before;
  auto const whole = rill::parse_integer(first, first + size, n);
  if (!agrees(whole, first, n, before, longer)) return false;
  std::unique_ptr<char[]> window(new char[32]);
  std::memcpy(window.get(), padded.data(), 32);
  n = before;
  auto const one =
      rill::parse_decimal_padded(static_cast<char const*>(window.get()), n);
  if (!one.end)  // only if the digits reach the end of the 32 bytes
    return longer.length >= 32 && n == before &&
           one.error == number_error::malformed;
  return agrees(one, window.get(), n, before, longer);
}

template <class T>
int wrong_around(unsigned_widest u, int base) {
  int wrong = 0;
  for (int d = -2; d <= 2; ++d) {
    T const n = static_cast<T>(u + static_cast<unsigned_widest>(d));
    wrong += !reads<T>(reference::text(n, base), base);
    wrong += !reads<T>(reference::text(n, base, true) + "z", base);
    // The text of the number before its conversion to T, which may overflow T.
    unsigned_widest const wide = u + static_cast<unsigned_widest>(d);
    std::string const text = reference::text(wide, base);
    for (char const* prefix : {"", "-", "0", "-00", "000000000000000"})
      wrong += !reads<T>(prefix + text, base);
  }
  return wrong;
}

template <class T>
int wrong_in_base(int base) {
  int wrong = 0;
  unsigned_widest power = 1;
  while (power <= ~unsigned_widest{0} / static_cast<unsigned>(base))
    wrong += wrong_around<T>(power, base), power *= static_cast<unsigned>(base);
  for (int k = 0; k < reference::widest_bits; k += base == 10 ? 1 : 7)
    wrong += wrong_around<T>(unsigned_widest{1} << k, base);
  wrong += wrong_around<T>(static_cast<unsigned_widest>(most<T>), base);
  wrong += wrong_around<T>(
      unsigned_widest{0} - static_cast<unsigned_widest>(least<T>), base);
  return wrong;
}

// Random texts, mostly digits, and bytes that could be taken for digits.
template <class T>
int wrong_random(int rounds) {
  std::mt19937 random(4);
  std::string const others = "-+ \n:/.,;aAzZ\xb0\x39\x10\xff@Pp";
  int wrong = 0;
  for (int i = 0; i != rounds; ++i) {
    std::string text;
    if (random() % 3 == 0) text += '-';
    text.append(below(random, 4) == 0 ? below(random, 34) : 0, '0');
    for (auto k = random() % 25; k; --k)
      text += static_cast<char>('0' + random() % 10);
    if (random() % 3 == 0 && !text.empty())
      text[random() % text.size()] = others[random() % others.size()];
    wrong += !reads<T>(text, 10, others[random() % others.size()]);
  }
  return wrong;
}

template <class T>
int wrong_type() {
  return wrong_in_base<T>(10) + wrong_in_base<T>(2) + wrong_in_base<T>(16) +
         wrong_random<T>(40000);
}

}  // namespace

TEST_CASE("number/parse: 8, 16, 32, 64 and 128 bits, bases 2, 10, 16") {
  CHECK(wrong_type<signed char>() == 0);
  CHECK(wrong_type<unsigned char>() == 0);
  CHECK(wrong_type<short>() == 0);
  CHECK(wrong_type<unsigned short>() == 0);
  CHECK(wrong_type<int>() == 0);
  CHECK(wrong_type<unsigned>() == 0);
  CHECK(wrong_type<long>() == 0);
  CHECK(wrong_type<unsigned long>() == 0);
  CHECK(wrong_type<long long>() == 0);
  CHECK(wrong_type<unsigned long long>() == 0);
  CHECK(wrong_type<widest>() == 0);
  CHECK(wrong_type<unsigned_widest>() == 0);
}

TEST_CASE("number/parse: every base") {
  for (int base = 2; base <= 36; ++base) {
    CHECK(wrong_in_base<int>(base) == 0);
    CHECK(wrong_in_base<unsigned long long>(base) == 0);
    CHECK(wrong_in_base<widest>(base) == 0);
  }
}

TEST_CASE("number/parse: all 16-bit values") {
  int wrong = 0;
  for (int i = -70000; i <= 70000; ++i) {
    std::string const text = std::to_string(i);
    wrong += !reads<short>(text, 10) + !reads<unsigned short>(text, 10) +
             !reads<signed char>(text, 10) + !reads<unsigned char>(text, 10);
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/parse: one byte of every value at every place") {
  int wrong = 0;
  for (std::size_t place = 0; place != 22; ++place)
    for (int byte = 0; byte != 256; ++byte) {
      std::string text = "0012345678901234567890";
      text[place] = static_cast<char>(byte);
      wrong += !reads<unsigned long long>(text, 10);
      wrong += !reads<long long>(text, 10);
      wrong += !reads<int>(text, 10);
      wrong += !reads<unsigned short>(text.substr(place / 2), 10);
    }
  CHECK(wrong == 0);
}

namespace {
constexpr bool at_compile_time() {
  char const text[] = "-123x";
  long n = 0;
  auto const result = rill::parse_integer(text, text + 5, n);
  char const wide[] = "ff";
  unsigned char byte = 0;
  return result && result.end == text + 4 && n == -123 &&
         rill::parse_integer(wide, wide + 2, byte, 16) && byte == 255;
}
static_assert(at_compile_time());
}  // namespace
