// test/scan/wide_text_test.cpp: strings and characters of UTF-8, UTF-16 and
// UTF-32 and wchar_t as targets, at every buffer size.
// covers: rill/scan/text.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <random>
#include <string>
#include <vector>

#include "../support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// UTF-8 as a string of type S, by a decoder of the test's own. The text must be
// well-formed; where samples expect U+FFFD, it contains U+FFFD.
template <class S>
S wide(std::string const& utf8) {
  using unit = typename S::value_type;
  S out;
  for (std::size_t i = 0; i != utf8.size();) {
    auto const lead = static_cast<unsigned char>(utf8[i++]);
    unsigned long c = lead;
    int const more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (more != 0) c %= 1ul << (6 - more);
    if (sizeof(unit) == 1) c = lead;
    for (int k = sizeof(unit) == 1 ? more : 0; k != more; ++k)
      c = c * 64 + static_cast<unsigned char>(utf8[i++]) % 64;
    if (sizeof(unit) == 2 && c > 0xFFFF) {
      out += static_cast<unit>(0xD800 + (c - 0x10000) / 1024);
      c = 0xDC00 + (c - 0x10000) % 1024;
    }
    out += static_cast<unit>(c);
  }
  return out;
}

struct sample {
  std::string text;
  std::string value;  // "before" if the item does not scan
  std::string rest;
};

template <class S, class Read>
void check_one(sample const& s, Read read) {
  for (std::size_t buffer = 1; buffer <= 24; ++buffer)
    for (bool slow : {false, true}) {
      scripted_reader in(
          s.text, buffer,
          slow ? scripted_reader::rule(rill_test::one_byte) : nullptr);
      S value = wide<S>("before");
      rill::scan_result const got = read(in, value);
      CAPTURE(s.text);
      CAPTURE(buffer);
      REQUIRE(bool(got) == (s.value != "before"));
      REQUIRE((value == wide<S>(s.value)));
      REQUIRE(rest_of(in) == s.rest);
    }
  // Checks a device that fails in the middle.
  for (int call = 0; call != 8; ++call) {
    scripted_reader in(s.text, 1, [=](int now, std::size_t) -> long {
      return now == call ? -EIO : 1;
    });
    S value = wide<S>("before");
    if (read(in, value)) continue;
    REQUIRE((value == wide<S>("before")));
  }
}

template <class Read>
void check(std::vector<sample> const& samples, Read read) {
  for (sample const& s : samples) {
    check_one<std::u8string>(s, read);
    check_one<std::u16string>(s, read);
    check_one<std::u32string>(s, read);
    check_one<std::wstring>(s, read);
  }
}

std::string const mark = "\uFFFD";
// A character of each length.
std::string const mixed = "z\u00E9\u20AC\U0001F684";

}  // namespace

TEST_CASE("scan/wide_text: words") {
  std::string const long_word(300, 'w');
  check({{"", "before", ""},
         {"  ", "before", ""},
         {" ab cd", "ab", " cd"},
         {" " + mixed + "\n", mixed, "\n"},
         {long_word + mixed + " ", long_word + mixed, " "},
         {"\xFF", mark, ""},
         {"a\xE2\x82 b", "a" + mark, " b"},
         {"\xF0\x9F\x98", mark, ""},
         {"\xED\xA0\x80 ", mark + mark + mark, " "},
         {"\xC0\xAF", mark + mark, ""}},
        [](auto& in, auto& value) { return rill::try_scan(in, value); });
}

TEST_CASE("scan/wide_text: lines, the rest, until a delimiter") {
  check({{"", "before", ""},
         {"\n", "", ""},
         {mixed + " " + mixed + "\r\nx", mixed + " " + mixed, "x"},
         {"a\xE2\x82", "a" + mark, ""}},
        [](auto& in, auto& value) {
          return rill::try_scan(in, rill::line(value));
        });
  std::string many;
  for (int i = 0; i != 200; ++i) many += mixed;
  check({{"", "", ""},
         {mixed + "\n" + mixed, mixed + "\n" + mixed, ""},
         {many, many, ""},
         {many + "\xF0\x9F", many + mark, ""},
         {"\xE2\x82\xE2\x82", mark + mark, ""}},
        [](auto& in, auto& value) {
          return rill::try_scan(in, rill::rest(value));
        });
  std::vector<sample> const cut = {{"", "before", ""},
                                   {"\u2192x", "", "x"},
                                   {mixed + "\u2192\u2192", mixed, "\u2192"},
                                   {"a\u2191\u2192b", "a\u2191", "b"},
                                   {"a\xE2\x86\u2192b", "a" + mark, "b"},
                                   {"a\xE2\x86", "a" + mark, ""},
                                   {mixed, mixed, ""}};
  check(cut, [](auto& in, auto& value) {
    return rill::try_scan(in, rill::until(value, U'\u2192'));
  });
  check(cut, [](auto& in, auto& value) {
    return rill::try_scan(in, rill::until(value, u'\u2192'));
  });
  check(cut, [](auto& in, auto& value) {
    return rill::try_scan(
        in, rill::until(value, [](char32_t c) { return c == U'\u2192'; }));
  });
  check({{mixed + ",x", mixed, "x"}}, [](auto& in, auto& value) {
    return rill::try_scan(in, rill::until(value, ','));
  });
  // A target of bytes takes them unchanged, even if ill-formed.
  std::string bytes;
  CHECK(rill::scan(rill::from("a\xFF\u2192"
                              "b"),
                   rill::until(bytes, u'\u2192')));
  CHECK(bytes == "a\xFF");
}

TEST_CASE("scan/wide_text: characters") {
  for (std::size_t buffer = 1; buffer != 6; ++buffer) {
    scripted_reader in(" \u20AC\u00E9 \U0001F684zz\xE2\x82", buffer,
                       rill_test::one_byte);
    char16_t a = 0;
    char32_t b = 0, c = 0, d = 0, cut = 0;
    wchar_t e = 0;
    char8_t f = 0;
    REQUIRE(rill::scan(in, a, rill::character(b), rill::character(c), d,
                       rill::character(e), f, cut));
    CHECK(a == u'\u20AC');
    CHECK(b == U'\u00E9');
    CHECK(c == U' ');
    CHECK(d == U'\U0001F684');
    CHECK(e == L'z');
    CHECK(f == u8'z');
    CHECK(cut == U'\uFFFD');
    CHECK(!rill::scan(in, a));
  }
  // Half of a surrogate pair is not stored.
  char16_t half = u'x';
  auto in = rill::from("\U0001F684");
  rill::scan_result const got = rill::try_scan(in, half);
  CHECK(!got);
  CHECK(half == u'x');
  CHECK(std::string(got.error().what()).find("one UTF-16 unit") !=
        std::string::npos);
}

// At the end of the input a reader may move its bytes to ask for more.
TEST_CASE("scan/wide_text: a cut character at the end of every buffer") {
  for (std::size_t size = 0; size != 200; ++size) {
    std::string const text = std::string(size, 'a') + "\xF0\x9F\x98";
    std::size_t given = 0;
    rill::callback_reader in(
        [&](char* out, std::size_t room) {
          std::size_t const some = text.copy(out, room, given);
          given += some;
          return some;
        },
        16);
    for (std::size_t i = 0; i != size; ++i)
      REQUIRE(rill::read<char32_t>(in) == U'a');
    CHECK(rill::read<char32_t>(in) == U'\uFFFD');
    CHECK(in.at_end());
    CHECK(in.available() == 0);
  }
}

TEST_CASE("scan/wide_text: literals of every type must match") {
  int n = 0;
  auto const matches = [&](auto const& literal) {
    for (std::size_t buffer = 1; buffer != 8; ++buffer) {
      scripted_reader in("  x \u20AC= 7", buffer);
      n = 0;
      CHECK(rill::scan(in, literal, n));
      CHECK(n == 7);
    }
  };
  matches(u8"x \u20AC=");
  matches(u" x \u20AC=");
  matches(U"x \u20AC=");
  matches(L" x \u20AC =");
  auto const refused = [](auto const& literal) {
    auto in = rill::from("  y");
    rill::scan_result const got = rill::try_scan(in, literal);
    CHECK(!got);
    CHECK(rest_of(in) == "y");
    CHECK(std::string(got.error().what()).find("expected \"x \u20AC\"") !=
          std::string::npos);
  };
  refused("x \u20AC");
  refused(u8" x \u20AC");
  refused(u" x \u20AC");
  refused(U" x \u20AC");
  refused(L" x \u20AC");
  auto none = rill::from(" ");
  CHECK(rill::scan(none, u" ", U""));
  CHECK(!rill::scan(none, u"x"));
}

namespace {
struct pair {
  int a = 0, b = 0;
  friend void rill_scan(auto& in, pair& p) { in(p.a, U"\u2192", p.b); }
};
}  // namespace

TEST_CASE("scan/wide_text: a hook's wide literal is named in the error") {
  pair p;
  CHECK(rill::scan(rill::from("1\u21922"), p));
  CHECK(p.b == 2);
  auto const got = rill::try_scan(rill::from("1>2"), p);
  CHECK(std::string(got.error().what()).find("\"\u2192\"") !=
        std::string::npos);
}

TEST_CASE("scan/wide_text: read and parse") {
  auto in = rill::from("\u20AC \U0001F684 x 5");
  CHECK((rill::read<std::u16string>(in) == u"\u20AC"));
  auto const [a, b] = rill::read<std::u32string, char16_t>(in);
  CHECK((a == U"\U0001F684"));
  CHECK(b == u'x');
  CHECK((rill::parse<std::u16string>(" a \u20AC ") == u" a \u20AC "));
  CHECK((rill::parse<std::wstring>("") == L""));
  CHECK(rill::parse<char32_t>("\U0001F684") == U'\U0001F684');
  CHECK(!rill::try_parse<char16_t>("\u20ACx"));
}

TEST_CASE("scan/wide_text: what is printed is read again") {
  std::mt19937 random(5);
  for (int i = 0; i != 300; ++i) {
    std::u32string text;
    for (auto size = random() % 60; size != 0; --size) {
      unsigned long const limits[] = {0x80, 0x800, 0xD800, 0x110000};
      auto c = static_cast<char32_t>(random() % limits[random() % 4]);
      if (c >= 0xD800 && c < 0xE000) c = U'\u20AC';
      if (c < 33) c = U'x';
      text += c;
    }
    text += U'!';
    auto const again = [&]<class S>(S) {
      S got;
      std::string const printed = rill::concat(text);
      scripted_reader slow(printed, 16);
      CHECK(rill::scan(slow, got));
      CHECK(rill::concat(got) == printed);
      S whole = rill::parse<S>(printed);
      CHECK((whole == got));
    };
    again(std::u8string());
    again(std::u16string());
    again(std::u32string());
    again(std::wstring());
  }
}
