// test/driver/qt_strings_test.cpp: strings and characters with the interface of
// Qt's, without Qt, printed and scanned.
// covers: rill/driver/qt_device.h
#include <doctest/doctest.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include <string>
#include <vector>

#include "../support/qt_standin.h"

using rill_test::qt_byte_array;
using rill_test::qt_char;
using rill_test::qt_latin1_view;
using rill_test::qt_string;
using rill_test::qt_utf8_view;

TEST_CASE("driver/qt_strings: strings of Qt's shape print as texts") {
  qt_string const text(u"Gr\u00fc\u00dfe \U0001F600");
  CHECK(rill::concat(text) == "Gr\u00fc\u00dfe \U0001F600");
  CHECK(rill::concat(qt_string(u"a\xD800z")) == "a\uFFFDz");
  CHECK(rill::concat(qt_string(std::u16string(u"a\0b", 3))) ==
        std::string("a\0b", 3));
  CHECK(rill::concat(qt_byte_array(std::string("\xFF\0z", 3))) ==
        std::string("\xFF\0z", 3));
  CHECK(rill::concat(qt_latin1_view{"gr\xFC\xDF"
                                    "e"}) == "gr\u00fc\u00dfe");
  CHECK(rill::concat(qt_utf8_view{u8"\u00fc"}) == "\u00fc");
  CHECK(rill::concat(qt_char(u'\u00fc'), qt_char(0xD800)) == "\u00fc\uFFFD");
  CHECK(rill::concat(qt_string()) == "");
  CHECK(rill::concat(rill::right(qt_string(u"\u00fc"), 3), '|',
                     rill::quoted(qt_byte_array("a\"b"))) ==
        "  \u00fc|\"a\\\"b\"");
}

TEST_CASE("driver/qt_strings: in containers they have quotes") {
  CHECK(rill::concat(std::vector{qt_string(u"a"), qt_string(u"\n")}) ==
        "[\"a\", \"\\n\"]");
  CHECK(rill::concat(std::vector{qt_byte_array("a")}) == "[\"a\"]");
  CHECK(rill::concat(std::vector{qt_latin1_view{"\xE4\n"}}) ==
        "[\"\u00e4\\n\"]");
  CHECK(rill::concat(std::vector{qt_char(u'a'), qt_char(u'\'')}) ==
        "['a', '\\'']");
}

TEST_CASE("driver/qt_strings: long Latin-1 goes by blocks") {
  std::string latin1, utf8;
  for (int i = 0; i != 1000; ++i) {
    latin1 += static_cast<char>(i % 255 + 1);
    utf8 += rill::concat(static_cast<char16_t>(i % 255 + 1));
  }
  for (std::size_t size : {0u, 1u, 63u, 64u, 65u, 1000u}) {
    std::string expected;
    for (std::size_t i = 0; i != size; ++i)
      expected += rill::concat(static_cast<char16_t>(i % 255 + 1));
    CHECK(rill::concat(qt_latin1_view{latin1.substr(0, size)}) == expected);
  }
}

TEST_CASE(
    "driver/qt_strings: strings of Qt's shape are scanned as std::string is") {
  qt_string a, b;
  qt_byte_array c, d;
  qt_char e;
  rill::scan(rill::from("w\u00f6rd \U0001F600\xFF x\xC3 \u00fc, tail"), a, b, c,
             e, rill::until(d, 'a'));
  CHECK(a.text() == u"w\u00f6rd");
  CHECK(b.text() == u"\U0001F600\uFFFD");
  CHECK(c.text() == "x\xC3");
  CHECK(e.code == u'\u00fc');
  CHECK(d.text() == ", t");
  rill::scan(rill::from(std::string_view("one line\r\nNUL \0 there", 20)),
             rill::line(a), rill::rest(b));
  CHECK(a.text() == u"one line");
  CHECK(b.text() == std::u16string(u"NUL \0 ther", 10));
  std::vector<qt_string> many;
  std::vector<qt_byte_array> bytes;
  std::vector<qt_char> letters;
  rill::scan(
      rill::from(R"(["a b", "\u00e4\ud83d\ude00"] ["\xff"] ['a', '\''])"), many,
      bytes, letters);
  REQUIRE(many.size() == 2);
  CHECK(many[1].text() == u"\u00e4\U0001F600");
  REQUIRE(bytes.size() == 1);
  CHECK(bytes[0].text() == "\xFF");
  CHECK(letters == std::vector{qt_char(u'a'), qt_char(u'\'')});
  CHECK(rill::parse<qt_string>("a b").text() == u"a b");
  CHECK(rill::read<qt_byte_array>(rill::from(" ab cd")).text() == "ab");
}

TEST_CASE(
    "driver/qt_strings: a word longer than what was there, and one shorter, "
    "replace it") {
  qt_string text(u"before");
  rill::scan(rill::from("x"), text);
  CHECK(text.text() == u"x");
  rill::scan(rill::from("something longer"), rill::line(text));
  CHECK(text.text() == u"something longer");
  qt_byte_array bytes("before");
  rill::scan(rill::from("\n"), rill::line(bytes));
  CHECK(bytes.text() == "");
}

TEST_CASE("driver/qt_strings: rows of a grid are strings of so many units") {
  auto const grid = rill::read<std::vector<qt_string>>(
      rill::from("ab\u00fc\n\U0001F600x"), 2, 3);
  REQUIRE(grid.size() == 2);
  CHECK(grid[0].text() == u"ab\u00fc");
  CHECK(grid[1].text() == u"\U0001F600x");
  CHECK_THROWS_AS(
      rill::read<std::vector<qt_byte_array>>(rill::from("ab\nabc"), 2, 2),
      rill::error);
}

TEST_CASE("driver/qt_strings: a temporary template is kept") {
  std::string const pattern = "{0} files, and a text that is not short";
  auto const message = rill::tr(qt_byte_array(pattern), 3);
  CHECK(rill::concat(message) == "3" + pattern.substr(3));
}

TEST_CASE("driver/qt_strings: append prints at the end of a string") {
  qt_string text(u"x");
  rill::append(text, text, " = \u00fc", 1);
  CHECK(text.text() == u"xx = \u00fc1");
  qt_byte_array bytes("x");
  rill::append(bytes, bytes, 2.5);
  CHECK(bytes.text() == "xx2.5");
}
