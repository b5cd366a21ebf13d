// test/scan/quoted_test.cpp: quoted text written with every escape set reads
// back, into every kind of string, at every buffer size.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <random>
#include <string>

#include "../support/scripted_reader.h"

using rill::escape_set;
using rill_test::scripted_reader;

namespace {

escape_set const sets[] = {escape_set::plain, escape_set::ascii,
                           escape_set::json,  escape_set::json_ascii,
                           escape_set::cpp,   escape_set::python};

template <class S>
S unquoted(std::string const& text, std::size_t buffer = 16) {
  scripted_reader in(text, buffer);
  S value;
  CHECK(rill::scan(in, rill::quoted(value)));
  CHECK(in.at_end());
  return value;
}

bool is_refused(std::string const& text) {
  std::string value = "before";
  auto in = rill::from(text);
  return !rill::try_scan(in, rill::quoted(value)) && value == "before" &&
         in.available() == text.size();
}

}  // namespace

TEST_CASE("scan/text: every form of an escape") {
  CHECK(unquoted<std::string>(R"("\"\\\/\'\?\a\b\f\n\r\t\v")") ==
        "\"\\/'?\a\b\f\n\r\t\v");
  CHECK(unquoted<std::string>(R"("\0\7\47\101\377\1018")") ==
        std::string("\0\7'A\xFF"
                    "A8",
                    7));
  CHECK(unquoted<std::string>(R"("\x41\xe2\x82\xac")") == "A\u20AC");
  CHECK(unquoted<std::string>(R"("\u20ac\u20AC\U0001F684\u{1f684}\u{41}")") ==
        "\u20AC\u20AC\U0001F684\U0001F684A");
  CHECK(unquoted<std::string>(R"("\ud83d\ude84")") == "\U0001F684");
  CHECK((unquoted<std::u16string>(R"("\xe2\x82\xac\342\202\254")") ==
         u"\u20AC\u20AC"));
  CHECK((unquoted<std::u32string>(R"("\xe2\x82z\xff")") == U"\uFFFDz\uFFFD"));
}

TEST_CASE("scan/text: half of a pair") {
  std::string const mark = "\uFFFD";
  CHECK(unquoted<std::string>(R"("\ud83d\n\ude84")") == mark + "\n" + mark);
  CHECK(unquoted<std::string>(R"("\ud83d\ud83d\ude84\ud83d")") ==
        mark + "\U0001F684" + mark);
  CHECK((unquoted<std::u8string>(R"("\ud83d")") == u8"\uFFFD"));
  std::u16string const halves = {0xD83D, u'x', 0xDE84, 0xD83D};
  CHECK((unquoted<std::u16string>(R"("\u{d83d}x\ude84\ud83d")") == halves));
  std::u32string const wide = {0xD83D, U'x'};
  CHECK((unquoted<std::u32string>(R"("\ud83dx")") == wide));
}

TEST_CASE("scan/text: what is no escape is refused") {
  for (char const* text :
       {R"("\q")", R"("\8")", R"("\x4")", R"("\xg0")", R"("\u12")", R"("\u{}")",
        R"("\u{110000}")", R"("\u{1234567}")", R"("\u{0000041}")", R"("\u{12")",
        R"("\U0011000")", R"("\U00110000")", R"("\400")", R"("\)", R"("\u)",
        R"("abc)", R"(")", "abc"})
    CHECK(is_refused(text));
}

TEST_CASE("scan/text: every set is read again, into every string") {
  std::mt19937 random(77);
  for (int i = 0; i != 200; ++i) {
    std::u32string text;
    for (auto size = random() % 40; size != 0; --size) {
      unsigned long const limits[] = {0x20, 0x80, 0x800, 0x110000};
      auto const c = static_cast<char32_t>(random() % limits[random() % 4]);
      text += rill::is_scalar_value(c) ? c : U'?';
    }
    std::string const narrow = rill::concat(text);
    auto const narrow8 = rill::parse<std::u8string>(narrow);
    auto const wide = rill::parse<std::u16string>(narrow);
    for (escape_set set : sets) {
      std::string const quoted = rill::concat(rill::quoted(narrow, set));
      CAPTURE(quoted);
      CHECK(quoted == rill::concat(rill::quoted(text, set)));
      CHECK(quoted == rill::concat(rill::quoted(wide, set)));
      CHECK(quoted == rill::concat(rill::quoted(narrow8, set)));
      CHECK(quoted == "\"" + rill::concat(rill::escaped(narrow, set)) + "\"");
      std::size_t const buffer = 1 + random() % 20;
      CHECK(unquoted<std::string>(quoted, buffer) == narrow);
      CHECK((unquoted<std::u8string>(quoted, buffer) == narrow8));
      CHECK((unquoted<std::u16string>(quoted, buffer) == wide));
      CHECK((unquoted<std::u32string>(quoted, buffer) == text));
    }
  }
}

TEST_CASE("scan/text: any bytes, and any units, by the sets that keep them") {
  std::mt19937 random(78);
  for (int i = 0; i != 300; ++i) {
    std::string bytes(random() % 30, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    for (escape_set set :
         {escape_set::plain, escape_set::ascii, escape_set::cpp})
      CHECK(unquoted<std::string>(rill::concat(rill::quoted(bytes, set))) ==
            bytes);
    std::u16string units(random() % 30, u'\0');
    for (char16_t& c : units)
      c = static_cast<char16_t>(0xD700 + random() % 0xA00);
    for (escape_set set : sets)
      if (set != escape_set::cpp)
        CHECK((unquoted<std::u16string>(
                   rill::concat(rill::quoted(units, set))) == units));
  }
}
