// test/unicode/utf_size_test.cpp: a size function returns what its conversion
// writes.
// covers: unicode/convert.h
#include <doctest/doctest.h>
#include <rill/unicode.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;
using rill::text_policy;

namespace {

constexpr text_policy policies[] = {text_policy::strict, text_policy::replace,
                                    text_policy::ignore};

// Whether each size function returns what its conversion writes in ample room.
bool right_from_utf8(std::string_view text) {
  std::vector<char> out_8(text.size() * 3);
  std::vector<char16_t> out_16(text.size());
  std::vector<char32_t> out_32(text.size());
  for (text_policy const p : policies) {
    if (rill::utf8_to_utf8_size(text, p) !=
            rill::utf8_to_utf8(text, out_8, p).written ||
        rill::utf8_to_utf16_size(text, p) !=
            rill::utf8_to_utf16(text, out_16, p).written ||
        rill::utf8_to_utf32_size(text, p) !=
            rill::utf8_to_utf32(text, out_32, p).written ||
        rill::utf8_to_latin1_size(text, p) !=
            rill::utf8_to_latin1(text, out_8, p).written ||
        rill::latin1_to_utf8_size(text, p) !=
            rill::latin1_to_utf8(text, out_8, p).written ||
        rill::latin1_to_utf16_size(text, p) != text.size() ||
        rill::latin1_to_utf32_size(text, p) != text.size())
      return false;
  }
  return true;
}
bool right_from_utf16(std::u16string_view text) {
  std::vector<char> out_8(text.size() * 3);
  std::vector<char16_t> out_16(text.size());
  std::vector<char32_t> out_32(text.size());
  for (text_policy const p : policies) {
    if (rill::utf16_to_utf8_size(text, p) !=
            rill::utf16_to_utf8(text, out_8, p).written ||
        rill::utf16_to_utf16_size(text, p) !=
            rill::utf16_to_utf16(text, out_16, p).written ||
        rill::utf16_to_utf32_size(text, p) !=
            rill::utf16_to_utf32(text, out_32, p).written ||
        rill::utf16_to_latin1_size(text, p) !=
            rill::utf16_to_latin1(text, out_8, p).written)
      return false;
  }
  return true;
}
bool right_from_utf32(std::u32string_view text) {
  std::vector<char> out_8(text.size() * 4);
  std::vector<char16_t> out_16(text.size() * 2);
  std::vector<char32_t> out_32(text.size());
  for (text_policy const p : policies) {
    if (rill::utf32_to_utf8_size(text, p) !=
            rill::utf32_to_utf8(text, out_8, p).written ||
        rill::utf32_to_utf16_size(text, p) !=
            rill::utf32_to_utf16(text, out_16, p).written ||
        rill::utf32_to_utf32_size(text, p) !=
            rill::utf32_to_utf32(text, out_32, p).written ||
        rill::utf32_to_latin1_size(text, p) !=
            rill::utf32_to_latin1(text, out_8, p).written)
      return false;
  }
  return true;
}

// A random character; each length in UTF-8 occurs.
char32_t random_scalar(std::mt19937& random) {
  constexpr char32_t limits[] = {0x80, 0x80, 0x800, 0xD800, 0x110000};
  char32_t const c = static_cast<char32_t>(random()) % limits[random() % 5];
  return rill::is_scalar_value(c) ? c : U'!';
}

}  // namespace

TEST_CASE("unicode/utf: known sizes") {
  CHECK(rill::utf8_to_utf16_size("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == 5);
  CHECK(rill::utf8_to_utf32_size("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == 4);
  CHECK(rill::utf16_to_utf8_size(u"a\u00E9\u20AC\U0001F600") == 10);
  CHECK(rill::utf32_to_utf8_size(U"a\u00E9\u20AC\U0001F600") == 10);
  CHECK(rill::utf32_to_utf16_size(U"a\u00E9\u20AC\U0001F600") == 5);
  CHECK(rill::latin1_to_utf8_size("a\xE9") == 3);
  // By policy: the part before a problem, U+FFFD for it, nothing for it.
  CHECK(rill::utf8_to_utf16_size("ab\xFFz") == 2);
  CHECK(rill::utf8_to_utf16_size("ab\xFFz", text_policy::replace) == 4);
  CHECK(rill::utf8_to_utf16_size("ab\xFFz", text_policy::ignore) == 3);
  CHECK(rill::utf16_to_utf8_size(u"a\xD800z"sv, text_policy::replace) == 5);
  CHECK(rill::utf8_to_utf16_size("") == 0);
}

TEST_CASE("unicode/utf: what the conversion writes, for random texts") {
  std::mt19937 random(7);
  for (int round = 0; round != 60; ++round) {
    std::size_t const size = random() % 3000;
    bool const is_flawed = round % 2 != 0;
    std::string a;
    std::u16string b;
    std::u32string c;
    while (c.size() < size) {
      bool const is_problem = is_flawed && random() % 50 == 0;
      char32_t const one = random_scalar(random);
      char16_t units[2];
      char bytes[4];
      a.append(bytes,
               rill::utf32_to_utf8(std::u32string(1, one), bytes).written);
      b.append(units,
               rill::utf32_to_utf16(std::u32string(1, one), units).written);
      c += one;
      if (!is_problem) continue;
      a += static_cast<char>(random());
      b += static_cast<char16_t>(0xD800 + random() % 0x800);
      c += static_cast<char32_t>(0x110000 + random() % 99);
    }
    CHECK(right_from_utf8(a));
    CHECK(right_from_utf16(b));
    CHECK(right_from_utf32(c));
  }
}

static_assert(rill::utf8_to_utf16_size("\xF0\x9F\x98\x80") == 2);
static_assert(rill::utf16_to_utf8_size(u"\u20AC") == 3);
static_assert(rill::utf8_to_latin1_size("\xE2\x82\xAC", text_policy::replace) ==
              1);
