// test/scan/failure_test.cpp: the texts of errors, to the last byte.
// covers: scan/number.h
// covers: scan/item.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/scan.h>

#include <random>
#include <string>
#include <utility>  // std::move

#include "../support/files.h"
#include "../support/pipe.h"
#include "../support/scripted_reader.h"

namespace {

// The error of try_scan on a text in memory.
template <class... Items>
std::string told(std::string const& text, Items&&... items) {
  auto in = rill::from(text);
  return rill::try_scan(in, items...).error().what();
}

// The error in a file of numbers, with a buffer of 64 KiB.
std::string told_of_file(std::string const& path) {
  rill::file_reader in(path, 65536);
  int n = 0;
  rill::scan_result how;
  while ((how = rill::try_scan(in, n))) {
  }
  return how.error().what();
}

}  // namespace

TEST_CASE("scan/item: what was expected and what was found") {
  int n = 0;
  bool b = false;
  char c = 0;
  std::string s;
  unsigned char small = 0;
  unsigned u = 0;
  CHECK(told("abc def", n) ==
        "text:1:1: expected an integer, found \"abc\"\nabc def\n^");
  CHECK(told("-5", u) ==
        "text:1:1: expected an integer between 0 and 4294967295, found "
        "\"-5\"\n-5\n^");
  CHECK(told("-", u) == "text:1:1: expected an integer, found \"-\"\n-\n^");
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

TEST_CASE("scan/item: the bounds of every type, in its own base") {
  auto const bounds = []<class T>(T, std::string const& text) {
    T value{};
    auto in = rill::from(text);
    auto const how = rill::try_scan(in, value);
    rill::text const said = how.error().expected();
    return std::string(said.data, said.size);
  };
  std::string const nines(60, '9');
  CHECK(bounds(static_cast<signed char>(0), nines) ==
        "an integer between -128 and 127");
  CHECK(bounds(short{}, nines) == "an integer between -32768 and 32767");
  CHECK(bounds(static_cast<unsigned short>(0), nines) ==
        "an integer between 0 and 65535");
  CHECK(bounds(0u, nines) == "an integer between 0 and 4294967295");
  CHECK(bounds(0LL, nines) ==
        "an integer between -9223372036854775808 and 9223372036854775807");
  CHECK(bounds(0ULL, nines) == "an integer between 0 and 18446744073709551615");
#if RILL_INT128
  __extension__ using widest = __int128;
  __extension__ using widest_unsigned = unsigned __int128;
  CHECK(bounds(widest{}, nines) ==
        "an integer between -170141183460469231731687303715884105728 and "
        "170141183460469231731687303715884105727");
  CHECK(bounds(widest_unsigned{}, nines) ==
        "an integer between 0 and 340282366920938463463374607431768211455");
#endif
  CHECK(bounds(1.5F, "1e99") == "a number within the range of float");
  CHECK(bounds(1.5, "-1e999") == "a number within the range of double");

  signed char s = 0;
  unsigned char u = 0;
  short w = 0;
  CHECK(told("1ff", rill::hex(s))
            .starts_with("text:1:1: expected a hexadecimal integer between "
                         "-80 and 7f, found \"1ff\"\n"));
  CHECK(told("0x100", rill::prefix(rill::hex(u)))
            .starts_with("text:1:1: expected a hexadecimal integer between "
                         "0x0 and 0xff, found \"0x100\"\n"));
  CHECK(told("xyz", rill::hex(u))
            .starts_with("text:1:1: expected a hexadecimal integer, found "));
  CHECK(told("12", rill::prefix(rill::hex(u)))
            .starts_with("text:1:1: expected a hexadecimal integer with 0x, "
                         "found \"12\""));
  CHECK(told("400", rill::oct(u))
            .starts_with("text:1:1: expected an octal integer between 0 and "
                         "377, found \"400\""));
  CHECK(told("100000000", rill::bin(u))
            .starts_with("text:1:1: expected a binary integer between 0 and "
                         "11111111, found "));
  CHECK(told("zzzz", rill::base<36>(w))
            .starts_with("text:1:1: expected an integer in base 36 between "
                         "-pa8 and pa7, found \"zzzz\""));
  CHECK(told("!", rill::base<36>(w))
            .starts_with("text:1:1: expected an integer in base 36, found "));
}

TEST_CASE("scan/number: a negative number for an unsigned type") {
  auto const range = [](std::string const& text) {
    return text.substr(0, text.find(", found"));
  };
  unsigned char small = 0;
  unsigned u = 0;
  CHECK(range(told("1 -5", small, small)) ==
        "text:1:3: expected an integer between 0 and 255");
  CHECK(range(told("-f", rill::hex(small))) ==
        "text:1:1: expected a hexadecimal integer between 0 and ff");
  CHECK(range(told("-0xf", rill::hex(small))) ==
        "text:1:1: expected a hexadecimal integer between 0 and ff");
  CHECK(range(told("-017", rill::prefix(rill::oct(small)))) ==
        "text:1:1: expected an octal integer between 00 and 0377");
  CHECK(range(told("-101", rill::bin(small))) ==
        "text:1:1: expected a binary integer between 0 and 11111111");
  CHECK(range(told("-5", rill::plus(u))) ==
        "text:1:1: expected an integer between 0 and 4294967295");
#if RILL_INT128
  rill::detail::uint128 wide = 0;
  CHECK(range(told("-5", wide)) ==
        "text:1:1: expected an integer between 0 and "
        "340282366920938463463374607431768211455");
#endif
  CHECK(range(told("-x", u)) == "text:1:1: expected an integer");
  CHECK(range(told("- 5", u)) == "text:1:1: expected an integer");
}

TEST_CASE("scan/number: a plus sign, and the wrapper that allows it") {
  auto const words = [](std::string const& text) {
    return text.substr(0, text.find('\n'));
  };
  int n = 0;
  double x = 0;
  CHECK(words(told("12 +5", n, n)) ==
        "text:1:4: expected an integer without a plus sign (rill::plus(x) "
        "allows it), found \"+5\"");
  for (char const* number : {"+1.5", "+.5"})
    CHECK(words(told(number, x)) ==
          std::string("text:1:1: expected a number without a plus sign "
                      "(rill::plus(x) allows it), found \"") +
              number + '"');
  CHECK(words(told("+ff", rill::hex(n))) ==
        "text:1:1: expected an integer without a plus sign, found \"+ff\"");
  for (char const* other : {"+", "+ 5", "++5", "+x"}) {
    CHECK(words(told(other, n)).starts_with("text:1:1: expected an integer, "));
    CHECK(words(told(other, x)).starts_with("text:1:1: expected a number, "));
  }
  CHECK(words(rill::try_parse<int>("+5").error().what())
            .starts_with("text:1:1: expected an integer without a plus sign "));
  int sum = 0;
  rill::scan(rill::from("+5"), rill::plus(sum));
  CHECK(sum == 5);
}

TEST_CASE("scan/number: a decimal comma") {
  auto const words = [](std::string const& number) {
    std::string const all = rill::try_parse<double>(number).error().what();
    return all.substr(0, all.find('\n'));
  };
  for (std::string const number : {"3,5", "-1,25", "1e5,5"}) {
    auto const comma = number.find(',');
    CHECK(words(number) ==
          "text:1:" + std::to_string(comma + 1) +
              ": expected the end after a number with a decimal point "
              "(rill::float_syntax has the comma), found \"" +
              number.substr(comma) + '"');
  }
  for (char const* other : {"3,", "3,x", "3+5", "3;5"})
    CHECK(words(other).starts_with(
        "text:1:2: expected the end after a number, found "));
  // A list may continue there.
  double x = 0, y = 0;
  CHECK(rill::scan(rill::from("3,5"), x, ",", y));
  CHECK(x == 3);
  CHECK(y == 5);
  CHECK(told("3,5", x, y) ==
        "text:1:2: expected a number with a decimal point (rill::float_syntax "
        "has the comma), found \",5\"\n3,5\n ^");
}

TEST_CASE("scan/item: what stands behind an item of a list is not found") {
  int n = 0;
  CHECK(told("[x, 2]", "[", n) ==
        "text:1:2: expected an integer, found \"x\"\n[x, 2]\n ^");
  CHECK(told("[, 2]", "[", n) ==
        "text:1:2: expected an integer, found \",\"\n[, 2]\n ^");
  CHECK(told("a,b", "a;b") ==
        "text:1:1: expected \"a;b\", found \"a,b\"\na,b\n^");
}

TEST_CASE("scan/item: an end of the line is named, a lone return shown") {
  char c = 0;
  std::string a, b;
  CHECK(told("1\n2", c, rill::character(c), "x") ==
        "text:2:1: expected \"x\", found \"2\"\n2\n^");
  auto const what = [](std::string const& text) {
    return std::string(rill::try_parse<int>(text).error().what());
  };
  CHECK(what("12\r\n") ==
        "text:1:3: expected the end after an integer, found the end of the "
        "line\n12\n  ^");
  CHECK(what("12\rx\n") ==
        "text:1:3: expected the end after an integer, found \"\\r\"\n"
        "12\\rx\n  ^");
}

TEST_CASE("scan/item: wide characters and controls before the place") {
  int n = 0;
  std::string word;
  CHECK(told("\u6771\u4eac x", word, n) ==
        "text:1:8: expected an integer, found \"x\"\n\u6771\u4eac x\n     ^");
  CHECK(told("e\u0301\xff\t\x1b[1m x", word, word, n) ==
        "text:1:11: expected an integer, found \"x\"\n"
        "e\u0301\\xff\t\\x1b[1m x\n     \t        ^");
}

TEST_CASE("scan/item: the same as data") {
  std::string const text = "7 \u6771 abc,4";
  auto in = rill::from(text);
  int n = 0;
  std::string word;
  rill::error const reason = rill::try_scan(in, n, word, n).error();
  auto const string_of = [](rill::text t) {
    return std::string(t.data, t.size);
  };
  CHECK(reason.line() == 1);
  CHECK(reason.column() == 7);
  CHECK(string_of(reason.path()) == "text");
  CHECK(string_of(reason.expected()) == "an integer");
  CHECK(string_of(reason.found()) == "abc");
  CHECK(string_of(reason.excerpt()) == text);
  CHECK(reason.caret() == 6);
  CHECK(rill::try_parse<int>("x").error().found().size == 1);
}

TEST_CASE("scan/item: the end in the middle names what is missing") {
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

TEST_CASE("scan/item: line, column and caret, with tabs and UTF-8") {
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

TEST_CASE("scan/item: long lines are cut, at the start of characters") {
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

TEST_CASE("scan/item: NUL bytes do not cut the sentence") {
  int n = 0;
  CHECK(told(std::string("\0a 1", 4), n) ==
        "text:1:1: expected an integer, found \"\\x00a\"\n\\x00a 1\n^");
}

TEST_CASE(
    "scan/item: files are named, and their lines are right behind "
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

TEST_CASE("scan/item: in a pipe lines are counted as they go by") {
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
    "scan/item: with a small buffer the line before the place is "
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

TEST_CASE("scan/item: parse says what is left over") {
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
