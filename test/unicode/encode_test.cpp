// test/unicode/encode_test.cpp: every code point there and back, with a
// decoder of the tests' own.
// covers: unicode/utf8.h
#include <doctest/doctest.h>
#include <rill/unicode/utf8.h>

#include <string>
#include <vector>

namespace {

// Decodes one UTF-8 sequence by the rows of the Unicode standard's table 3-7:
// lead byte range, range of the second byte, length. Returns the bytes used,
// or 0 when they are not well-formed.
struct row {
  unsigned lead_first, lead_last, second_first, second_last;
  std::size_t length;
};
constexpr row rows[] = {
    {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2},
    {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4},
    {0xF4, 0xF4, 0x80, 0x8F, 4}};

std::size_t decode(unsigned char const* bytes, std::size_t size,
                   unsigned long& value) {
  for (row const& r : rows) {
    if (bytes[0] < r.lead_first || bytes[0] > r.lead_last) continue;
    if (size < r.length) return 0;
    if (r.length == 1) return value = bytes[0], 1;
    if (bytes[1] < r.second_first || bytes[1] > r.second_last) return 0;
    value = bytes[0] % (1ul << (7 - r.length));
    for (std::size_t i = 1; i != r.length; ++i) {
      if (bytes[i] / 64 != 2) return 0;
      value = value * 64 + bytes[i] % 64;
    }
    return r.length;
  }
  return 0;
}

bool is_surrogate(unsigned long c) { return c >= 0xD800 && c <= 0xDFFF; }

std::string utf8(char32_t c) {
  char bytes[rill::utf8_size];
  return {bytes, rill::write_utf8(bytes, c)};
}

}  // namespace

TEST_CASE("unicode/utf8: all 1,114,112 code points round trip") {
  unsigned long wrong = 0;
  for (unsigned long c = 0; c != 0x110000; ++c) {
    char bytes[rill::utf8_size + 1] = {'\x55', '\x55', '\x55', '\x55', '\x55'};
    char* const end = rill::write_utf8(bytes, static_cast<char32_t>(c));
    auto const size = static_cast<std::size_t>(end - bytes);
    unsigned char raw[4];
    for (int i = 0; i != 4; ++i) raw[i] = static_cast<unsigned char>(bytes[i]);
    unsigned long value = 0;
    std::size_t const used = decode(raw, size, value);
    unsigned long const expected = is_surrogate(c) ? 0xFFFD : c;
    if (used != size || value != expected || *end != '\x55') ++wrong;
    if (rill::is_scalar_value(static_cast<char32_t>(c)) == is_surrogate(c))
      ++wrong;
    if (rill::count_code_points(bytes, size) != 1) ++wrong;
    bool const is_lead = c >= 0xD800 && c <= 0xDBFF;
    bool const is_trail = c >= 0xDC00 && c <= 0xDFFF;
    auto const scalar = static_cast<char32_t>(c);
    if (rill::detail::is_lead_surrogate(scalar) != is_lead) ++wrong;
    if (rill::detail::is_trail_surrogate(scalar) != is_trail) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/utf8: what is no code point becomes U+FFFD") {
  for (char32_t c :
       {char32_t{0x110000}, char32_t{0x7FFFFFFF}, char32_t{0xFFFFFFFF},
        char32_t{0xD800}, char32_t{0xDFFF}}) {
    CHECK(utf8(c) == "\xEF\xBF\xBD");
    CHECK(!rill::is_scalar_value(c));
  }
}

TEST_CASE("unicode/utf8: UTF-16, all code points and all lone surrogates") {
  unsigned long wrong = 0;
  for (unsigned long c = 0; c != 0x110000; ++c) {
    std::vector<char16_t> units;
    if (c < 0x10000) {
      units = {static_cast<char16_t>(c)};
    } else {
      // ISO 10646's arithmetic: 1,024 trailing units for each leading one.
      units = {static_cast<char16_t>(0xD800 + (c - 0x10000) / 1024),
               static_cast<char16_t>(0xDC00 + (c - 0x10000) % 1024)};
    }
    auto const got =
        rill::decode_one(units.data(), units.data() + units.size());
    char32_t const expected =
        is_surrogate(c) ? U'\uFFFD' : static_cast<char32_t>(c);
    if (got.code_point != expected || got.end != units.data() + units.size())
      ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/utf8: a lone surrogate takes one unit with it") {
  char16_t const units[] = {0xDC00, 0xD800, u'a', 0xD800, 0xD800, 0xDC01};
  struct step {
    std::size_t from;
    char32_t code_point;
    std::size_t to;
  };
  for (step const& s :
       {step{0, U'\uFFFD', 1}, step{1, U'\uFFFD', 2}, step{2, U'a', 3},
        step{3, U'\uFFFD', 4}, step{4, U'\U00010001', 6}}) {
    auto const got = rill::decode_one(units + s.from, units + 6);
    CHECK(got.code_point == s.code_point);
    CHECK(got.end == units + s.to);
  }
  // A leading surrogate at the end: no unit behind it is read.
  std::vector<char16_t> const cut = {0xD83D};
  CHECK(rill::decode_one(cut.data(), cut.data() + 1).code_point == U'\uFFFD');
}

TEST_CASE("unicode/utf8: UTF-32 and wchar_t units") {
  char32_t const wide[] = {U'\U0001F600', 0xD800, 0x110000};
  CHECK(rill::decode_one(wide, wide + 3).code_point == U'\U0001F600');
  CHECK(rill::decode_one(wide + 1, wide + 3).code_point == U'\uFFFD');
  CHECK(rill::decode_one(wide + 2, wide + 3).code_point == U'\uFFFD');
  CHECK(rill::decode_one(wide, wide + 3).end == wide + 1);
  wchar_t const letter[] = {L'\u00E9'};
  CHECK(rill::decode_one(letter, letter + 1).code_point == U'\u00E9');
}

TEST_CASE("unicode/utf8: code points are counted by their lead bytes") {
  std::string const text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";
  CHECK(rill::count_code_points(text.data(), text.size()) == 5);
  CHECK(rill::count_code_points(nullptr, 0) == 0);
}

namespace {
constexpr bool encodes_when_constant() {
  char out[4] = {};
  return rill::write_utf8(out, U'\u20AC') == out + 3 && out[0] == '\xE2' &&
         out[1] == '\x82' && out[2] == '\xAC';
}
static_assert(encodes_when_constant());
}  // namespace
