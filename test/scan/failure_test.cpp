// test/scan/failure_test.cpp: the texts of errors, to the last byte.
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <random>
#include <string>
#include <utility>  // std::move

#include "../support/files.h"
#include "../support/pipe.h"
#include "../support/scripted_reader.h"

namespace {

// What try_scan says of a text in memory.
template <class... Items>
std::string told(std::string const& text, Items&&... items) {
  auto in = rill::from(text);
  return rill::try_scan(in, items...).error().what();
}

// The same of a file behind `before`, with a buffer of 64 KiB.
std::string told_of_file(std::string const& path) {
  rill::file_reader in(path, 65536);
  int n = 0;
  rill::scan_result how;
  while ((how = rill::try_scan(in, n))) {
  }
  return how.error().what();
}

}  // namespace

TEST_CASE("scan/failure: what was expected and what was found") {
  int n = 0;
  bool b = false;
  char c = 0;
  std::string s;
  unsigned char small = 0;
  unsigned u = 0;
  CHECK(told("abc def", n) ==
        "text:1:1: expected an integer, found \"abc\"\nabc def\n^");
  CHECK(told("12 +5", n, n) ==
        "text:1:4: expected an integer, found \"+5\"\n12 +5\n   ^");
  CHECK(told("-5", u) == "text:1:1: expected an integer, found \"-5\"\n-5\n^");
  CHECK(
      told("256", small) ==
      "text:1:1: expected an integer between 0 and 255, found \"256\"\n256\n^");
  CHECK(told("99999999999", n) ==
        "text:1:1: expected an integer between -2147483648 and 2147483647, "
        "found \"99999999999\"\n99999999999\n^");
  CHECK(told("maybe", b) ==
        "text:1:1: expected true or false, found \"maybe\"\nmaybe\n^");
  CHECK(told("y=3", "x=", n) ==
        "text:1:1: expected \"x=\", found \"y=3\"\ny=3\n^");
  CHECK(told("a 1", c, rill::quoted(s)) ==
        "text:1:3: expected a text in double quotes, found \"1\"\na 1\n  ^");
}

TEST_CASE("scan/failure: the end in the middle names what is missing") {
  int n = 0;
  char c = 0;
  std::string s;
  CHECK(told("1", n, n) ==
        "text:1:2: expected an integer, found the end of the input\n1\n ^");
  CHECK(told("1\n", n, s) ==
        "text:2:1: expected a word, found the end of the input");
  CHECK(told("1", n, ",") ==
        "text:1:2: expected \",\", found the end of the input\n1\n ^");
  CHECK(told("1", n, c) ==
        "text:1:2: expected a character, found the end of the input\n1\n ^");
  CHECK(told("1", n, rill::line(s)) ==
        "text:1:2: expected a line, found the end of the input\n1\n ^");
}

TEST_CASE("scan/failure: line, column and caret, with tabs and UTF-8") {
  int n = 0;
  std::string a, b;
  CHECK(told("1\n2\n\t3 x y\n4", n, n, n, n) ==
        "text:3:4: expected an integer, found \"x\"\n\t3 x y\n\t  ^");
  // The column counts bytes, the caret columns of a terminal.
  CHECK(told("\xc3\xa4\xe2\x82\xac x", a, n) ==
        "text:1:7: expected an integer, found \"x\"\n\xc3\xa4\xe2\x82\xac x\n"
        "   ^");
  CHECK(told("1\r\n2 x\r\n3", n, n, n) ==
        "text:2:3: expected an integer, found \"x\"\n2 x\n  ^");
}

TEST_CASE("scan/failure: long lines are cut, at the start of characters") {
  int n = 0;
  std::string word;
  std::string const long_word(200, 'a');
  CHECK(told(long_word + " x" + long_word, word, n) ==
        "text:1:202: expected an integer, found \"x" + std::string(39, 'a') +
            "\u2026\"\n\u2026" + std::string(59, 'a') + " x" +
            std::string(39, 'a') + "\u2026\n" + std::string(61, ' ') + "^");
  std::string euros;
  for (int i = 0; i != 50; ++i) euros += "\xe2\x82\xac";
  std::string const text = told(euros + " x" + euros, word, n);
  CHECK(
      text.starts_with("text:1:152: expected an integer, found \"x\xe2\x82"
                       "\xac"));
  std::size_t const excerpt = text.find('\n') + 1;
  std::size_t const caret = text.rfind('\n') + 1;
  std::string const shown = text.substr(excerpt, caret - excerpt - 1);
  CHECK(shown.starts_with("\u2026\xe2\x82\xac"));
  CHECK(shown.ends_with("\xe2\x82\xac\u2026"));
  CHECK(shown.find(" x") != std::string::npos);
  // One column for each character before the place.
  CHECK(text.size() - caret - 1 == (shown.find(" x") / 3 + 1));
}

TEST_CASE("scan/failure: NUL bytes do not cut the sentence") {
  int n = 0;
  CHECK(told(std::string("\0a 1", 4), n) ==
        "text:1:1: expected an integer, found \"\\x00a\"\n\\x00a 1\n^");
}

TEST_CASE(
    "scan/failure: files are named, and their lines are right behind "
    "any number of refills") {
  rill_test::folder const folder;
  std::string const path = folder / "numbers.txt";
  std::mt19937 random(16);
  for (int lines : {0, 1, 100, 30'000}) {
    std::string text;
    for (int i = 0; i != lines; ++i) {
      std::size_t const count = random() % 4;
      for (std::size_t j = 0; j != count; ++j)
        text += std::to_string(random() % 100'000) + ' ';
      text += '\n';
    }
    rill_test::set_content(path, text + "12 abc 34\n56\n");
    CHECK(told_of_file(path) ==
          path + ":" + std::to_string(lines + 1) +
              ":4: expected an integer, found \"abc\"\n12 abc 34\n   ^");
    for (std::size_t buffer : {1u, 16u, 100u, 4096u}) {
      rill::file_reader in(path, buffer);
      int n = 0;
      rill::scan_result how;
      while ((how = rill::try_scan(in, n))) {
      }
      REQUIRE(how.error().line() == static_cast<unsigned long long>(lines) + 1);
      REQUIRE(how.error().column() == 4);
      REQUIRE(std::string(how.error().path().data, how.error().path().size) ==
              path);
    }
  }
}

TEST_CASE("scan/failure: in a pipe lines are counted as they go by") {
  for (std::size_t buffer : {1u, 16u, 100u, 4096u}) {
    rill_test::pipe ends;
    std::string text;
    for (int i = 0; i != 500; ++i) text += "1 22\n\n333";
    text += " abc\n";
    ends.writing.write(text);
    ends.writing.close();
    rill::file_reader in(std::move(ends.reading), buffer);
    int n = 0;
    rill::scan_result how;
    while ((how = rill::try_scan(in, n))) {
    }
    CHECK(how.error().line() == 1001);
    CHECK(how.error().column() == 5);
    CHECK(in.locate().line <= 1001);
  }
}

TEST_CASE(
    "scan/failure: with a small buffer the line before the place is "
    "still shown") {
  std::string const text = "1\n\t234567 890123 4567890 x y";
  rill_test::scripted_reader in(text, 1);
  int n = 0;
  rill::scan_result how;
  while ((how = rill::try_scan(in, n))) {
  }
  std::string const sentence = how.error().what();
  CHECK(sentence.find("\n\t234567 890123 4567890 x") != std::string::npos);
  CHECK(sentence.ends_with("\n\t" + std::string(22, ' ') + "^"));
  CHECK(sentence.starts_with("script: expected an integer, found \"x\""));
}

TEST_CASE("scan/failure: parse says what is left over") {
  auto const what = [](auto const& result) {
    return std::string(result.error().what());
  };
  CHECK(what(rill::try_parse<int>("12x")) ==
        "text:1:3: expected the end after an integer, found \"x\"\n12x\n  ^");
  CHECK(what(rill::try_parse<int>("")) ==
        "text:1:1: expected an integer, found the end of the input");
  CHECK(what(rill::try_parse<int>(" 1")) ==
        "text:1:1: expected a value, found \" \"\n 1\n^");
  CHECK(what(rill::try_parse<bool>("true ")) ==
        "text:1:5: expected the end after true or false, found \" \"\n"
        "true \n    ^");
}
