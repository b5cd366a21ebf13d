// Reading many integers: every kernel against the reference twin, in blocks
// of exact size.
// covers: number/kernel/parse_many.h
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../reference/integer.h"
#include "rill/number/bulk.h"
#include "rill/number/kernel/parse_many.h"

namespace {

using reference::below;

bool is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }

template <class T>
struct many {
  std::size_t end = 0;
  std::vector<T> values;
};

// The slow twin, word by word. It stops at a word that is not a number or that
// ends with the text.
template <class T>
many<T> expected(std::string const& text, std::size_t count) {
  constexpr bool has_sign = rill::detail::is_signed_integer<T>;
  constexpr T most = static_cast<T>(rill::detail::greatest_magnitude<T>(false));
  constexpr T least = has_sign ? static_cast<T>(-most - 1) : T{0};
  many<T> result;
  for (std::size_t at = 0; result.values.size() != count;) {
    while (at != text.size() && is_space(text[at])) ++at;
    std::size_t end = at;
    while (end != text.size() && !is_space(text[end])) ++end;
    if (end == text.size()) break;
    auto const one =
        reference::parse(text.substr(at, end - at), 10, least, most);
    if (one.result != reference::outcome::good || one.length != end - at) break;
    result.values.push_back(one.value);
    result.end = at = end;
  }
  return result;
}

template <class T, class Kernel>
bool reads(Kernel kernel, std::string const& text, std::size_t count) {
  many<T> const want = expected<T>(text, count);
  std::unique_ptr<char[]> block(new char[text.size()]);
  std::memcpy(block.get(), text.data(), text.size());
  std::unique_ptr<T[]> values(new T[count]);
  constexpr T untouched = 77;
  for (std::size_t i = 0; i != count; ++i) values[i] = untouched;
  auto const got =
      kernel(block.get(), block.get() + text.size(), values.get(), count);
  if (got.parsed != want.values.size() || got.end != block.get() + want.end)
    return false;
  for (std::size_t i = 0; i != got.parsed; ++i)
    if (values[i] != want.values[i]) return false;
  for (std::size_t i = got.parsed; i != count; ++i)
    if (values[i] != untouched) return false;
  return true;
}

template <class T>
bool kernels_read(std::string const& text, std::size_t count) {
  using rill::detail::parse_ints_generic;
  bool right = reads<T>(rill::parse_many<T>, text, count) &&
               reads<T>(parse_ints_generic<T>, text, count);
#if RILL_X86_64
  if constexpr (sizeof(T) >= 4) {
    right = right && reads<T>(rill::detail::parse_ints_sse2<T>, text, count);
    if (rill::detail::has_vbmi2())
      right =
          right && reads<T>(rill::detail::parse_ints_avx512<T>, text, count);
  }
#endif
  return right;
}

bool every_type_reads(std::string const& text, std::size_t count) {
  return kernels_read<int>(text, count) &&
         kernels_read<unsigned>(text, count) &&
         kernels_read<long>(text, count) &&
         kernels_read<unsigned long>(text, count) &&
         kernels_read<long long>(text, count) &&
         kernels_read<short>(text, count) &&
         kernels_read<unsigned char>(text, count);
}

// Numbers of up to `digits` digits between white space. Of a thousand bytes,
// `odd` are replaced by others.
std::string random_text(std::mt19937_64& random, std::size_t size,
                        unsigned digits, unsigned odd, bool with_sign) {
  std::string const spaces = "\n\n\n \t\v\f\r";
  std::string const others = "-+x.,\x08\x0e\x1f!/:;\x7f\x80\xff\xb0\xa0z0";
  std::string text;
  while (text.size() < size) {
    if (with_sign && random() % 3 == 0) text += '-';
    for (auto n = 1 + random() % digits; n; --n)
      text += static_cast<char>('0' + random() % 10);
    do text += spaces[below(random, spaces.size())];
    while (random() % 8 == 0);
  }
  for (auto& c : text)
    if (random() % 1000 < odd) c = others[below(random, others.size())];
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("number/bulk: random words of every length and size of block") {
  // With sanitizers, 20,000 rounds take 25 s. The tests without them run all.
  constexpr int rounds = RILL_ADDRESS_SANITIZER ? 2500 : 20000;
  std::mt19937_64 random(11);
  int wrong = 0;
  for (int round = 0; round != rounds; ++round) {
    std::size_t const size = below(random, 400);
    auto const digits = 1 + below(random, round % 2 ? 10 : 24);
    unsigned const odd = round % 4 == 0 ? 4 : 0;
    std::string const text =
        random_text(random, size, digits, odd, round % 3 == 0);
    wrong += !every_type_reads(text, below(random, 100));
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/bulk: boundaries of every type at every place in a block") {
  std::string const numbers[] = {"0",
                                 "-0",
                                 "-1",
                                 "00000000000000000000000000000000000007",
                                 "2147483647",
                                 "2147483648",
                                 "-2147483648",
                                 "-2147483649",
                                 "4294967295",
                                 "4294967296",
                                 "9223372036854775807",
                                 "9223372036854775808",
                                 "-9223372036854775808",
                                 "-9223372036854775809",
                                 "18446744073709551615",
                                 "18446744073709551616",
                                 "99999999999999999999",
                                 "100000000000000000000",
                                 "9999999999999999",
                                 "10000000000000000",
                                 "12abc",
                                 "--1",
                                 "-",
                                 "+1",
                                 "1-2",
                                 "5.5"};
  int wrong = 0;
  for (auto const& number : numbers)
    for (std::size_t place = 0; place != 90; ++place) {
      std::string text = "1 23 ";
      while (text.size() < place) text += place % 2 ? "7 " : " ";
      text += number + "\n8 ";
      wrong += !every_type_reads(text, 80);
      text.append(100, ' ');
      wrong += !every_type_reads(text, 80);
      wrong += !every_type_reads(text + "9 ", 80);
    }
  CHECK(wrong == 0);
}

TEST_CASE("number/bulk: every byte after a number") {
  int wrong = 0;
  for (int byte = 0; byte != 256; ++byte)
    for (std::size_t place : {1u, 40u, 70u}) {
      std::string text;
      while (text.size() < place) text += "12 ";
      text += "345";
      text += static_cast<char>(byte);
      text += "678 ";
      wrong += !every_type_reads(text, 50);
      text.append(70, ' ');
      wrong += !every_type_reads(text, 50);
    }
  CHECK(wrong == 0);
}

TEST_CASE("number/bulk: numbers of one width, as many as are asked for") {
  std::string const between[] = {"\n", "\r\n", "   ", " \t\n\v\f\r"};
  int wrong = 0;
  for (std::size_t width = 1; width != 27; ++width)
    for (auto const& space : between)
      for (std::size_t count = 1; count != 18; ++count) {
        std::string text;
        for (std::size_t i = 0; i != count + 2; ++i) {
          if (count % 2 && i % 3 == 1) text += '-';
          for (std::size_t k = 0; k != width; ++k)
            text += static_cast<char>(
                '0' + (k + 10 < width || (k + 10 == width && width > 10)
                           ? 0
                           : (i * 7 + k * 3 + 1) % (k ? 10 : 2)));
          text += space;
        }
        wrong += !every_type_reads(text, count);
        wrong += !every_type_reads(text, count + 2);
        text.insert(0, "\n");
        wrong += !every_type_reads(text, count);
        text.append(64, ' ');
        wrong += !every_type_reads(text, count + 3);
      }
  CHECK(wrong == 0);
}

TEST_CASE(
    "number/bulk: another byte at every place of short and long numbers") {
  int wrong = 0;
  for (auto const& number : {"7", "1234567", "12345678", "123456789",
                             "-1234567", "12345678901234567890"}) {
    std::string whole;
    while (whole.size() < 150) (whole += number) += '\n';
    for (std::size_t place = 0; place != whole.size(); ++place)
      for (char odd : {'-', '+', 'x', '\0', '\b', '\x0e', '/', ':', ' ', '9',
                       '\x80', '\x89', '\xb0', '\xff'}) {
        std::string text = whole;
        text[place] = odd;
        wrong += !every_type_reads(text, 90);
      }
  }
  CHECK(wrong == 0);
}

TEST_CASE("number/bulk: an end of the text at every place in a block") {
  int wrong = 0;
  std::string whole;
  for (int i = 0; i != 40; ++i) whole += std::to_string(i * i * i) += '\n';
  for (std::size_t size = 0; size <= whole.size(); ++size)
    for (std::size_t count : {1u, 7u, 8u, 9u, 16u, 40u})
      wrong += !every_type_reads(whole.substr(0, size), count);
  CHECK(wrong == 0);
}

TEST_CASE("number/bulk: nothing asked, nothing there") {
  int value = 5;
  char const text[] = "1 2 ";
  auto const none = rill::parse_many(text, text + 4, &value, 0);
  CHECK(none.parsed == 0);
  CHECK(none.end == text);
  CHECK(value == 5);
  CHECK(rill::parse_many(text, text, &value, 1).parsed == 0);
  CHECK(rill::parse_many(text, text + 1, &value, 1).parsed == 0);
}
