// test/scan/text_test.cpp: words, characters, bool, lines, literals, quoted
// text, at every buffer size.
// covers: rill/scan/text.h
// covers: scan/item_list.h
// covers: rill/value/parts.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "../support/scripted_reader.h"

using rill::reader;
using rill_test::scripted_reader;

namespace {

std::string rest_of(reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// Scans one item out of a text: its value as text, and the rest.
struct sample {
  char const* what;
  std::string text;
  std::string value;  // "before" if the item does not scan
  std::string rest;
};

using reading = std::function<rill::scan_result(reader&, std::string&)>;

// Checks every buffer size, with a device that gives all bytes at once and with
// one that gives a byte at a time.
void check(sample const& s, reading const& read) {
  for (std::size_t buffer = 1; buffer <= 40; ++buffer)
    for (bool slow : {false, true}) {
      scripted_reader in(
          s.text, buffer,
          slow ? scripted_reader::rule(rill_test::one_byte) : nullptr);
      std::string value = "before";
      rill::scan_result const got = read(in, value);
      CAPTURE(std::string(s.what));
      CAPTURE(s.text);
      CAPTURE(buffer);
      REQUIRE(bool(got) == (s.value != "before"));
      REQUIRE(value == s.value);
      REQUIRE(rest_of(in) == s.rest);
    }
}

// Checks the same item with a device that fails in the middle.
template <class Read>
void check_failing(std::string const& text, Read read) {
  for (int call = 0; call != 12; ++call) {
    scripted_reader in(text, 1, [=](int now, std::size_t) -> long {
      return now == call ? -EIO : 1;
    });
    std::string value = "before";
    rill::scan_result const got = read(in, value);
    if (got) continue;  // the item ended before the error
    REQUIRE(!got.at_end());
    REQUIRE((got.error().code() == rill::os::c_error(EIO)));
    REQUIRE(value == "before");
  }
}

}  // namespace

TEST_CASE("scan/text: words") {
  auto const read = [](reader& in, std::string& value) {
    return rill::try_scan(in, value);
  };
  std::string const long_word(300, 'w');
  for (sample const& s : std::vector<sample>{
           {"", "", "before", ""},
           {"", " \n\t\v\f\r", "before", ""},
           {"", "a", "a", ""},
           {"", "  ab cd", "ab", " cd"},
           {"", "\r\nab\r\n", "ab", "\r\n"},
           {"", std::string("a\0b c", 5), std::string("a\0b", 3), " c"},
           {"", "\xc3\xa4\xff ", "\xc3\xa4\xff", " "},
           {"", long_word + "\n", long_word, "\n"}})
    check(s, read);
  check_failing("abcdefghijklmn", read);
}

TEST_CASE("scan/text: a character behind white space, and any character") {
  auto const visible = [](reader& in, std::string& value) {
    char c = 0;
    auto got = rill::try_scan(in, c);
    if (got) value = c;
    return got;
  };
  check({"visible", "", "before", ""}, visible);
  check({"visible", " \n x y", "x", " y"}, visible);
  check({"visible", "  ", "before", ""}, visible);
  auto const any = [](reader& in, std::string& value) {
    char c = 0;
    auto got = rill::try_scan(in, rill::character(c));
    if (got) value = c;
    return got;
  };
  check({"any", "", "before", ""}, any);
  check({"any", " \n x y", " ", "\n x y"}, any);
  check({"any", std::string(1, '\0') + "x", std::string(1, '\0'), "x"}, any);
}

TEST_CASE("scan/text: true, false, 1 and 0") {
  auto const read = [](reader& in, std::string& value) {
    bool b = false;
    bool c = true;
    auto got = rill::try_scan(in, b);
    if (got) value = b ? "yes" : "no";
    (void)c;
    return got;
  };
  for (sample const& s : std::vector<sample>{{"", "", "before", ""},
                                             {"", " true", "yes", ""},
                                             {"", "\nfalse x", "no", " x"},
                                             {"", "1", "yes", ""},
                                             {"", "0 ", "no", " "},
                                             {"", "truex", "yes", "x"},
                                             {"", "10", "yes", "0"},
                                             {"", "tru", "before", "tru"},
                                             {"", "t", "before", "t"},
                                             {"", "fals e", "before", "fals e"},
                                             {"", "TRUE", "before", "TRUE"},
                                             {"", "2", "before", "2"},
                                             {"", "yes", "before", "yes"}})
    check(s, read);
  check_failing("  true ", read);
}

TEST_CASE("scan/text: the rest of the line") {
  auto const read = [](reader& in, std::string& value) {
    return rill::try_scan(in, rill::line(value));
  };
  std::string const long_line(300, 'w');
  for (sample const& s :
       std::vector<sample>{{"", "", "before", ""},
                           {"", "\n", "", ""},
                           {"", "\r\nx", "", "x"},
                           {"", " a b \nc", " a b ", "c"},
                           {"", "a\r\nb", "a", "b"},
                           {"", "a\rb\n", "a\rb", ""},
                           {"", "a\r", "a\r", ""},
                           {"", "a", "a", ""},
                           {"", std::string("\0\n\0", 3), std::string("\0", 1),
                            std::string("\0", 1)},
                           {"", long_line + "\r\n ", long_line, " "}})
    check(s, read);
  check_failing("abcdefghijklmn", read);
  check_failing("abcdefg\nijklmn", read);
}

TEST_CASE("scan/text: a line behind a number is the rest of its line") {
  for (std::string const end : {"\n", " \r\n", ""}) {
    std::string const text = "30" + end + "\nAda L.\n";
    auto in = rill::from(text);
    int age = 0;
    std::string left, name = "before";
    CHECK(rill::scan(in, age));
    if (end.empty()) {
      CHECK(rill::scan(in, rill::line(name)));
      CHECK(name == "");
    } else {
      CHECK(rill::scan(in, rill::line(left), rill::line(name)));
      CHECK(left == (end == "\n" ? "" : " "));
      CHECK(name == "");
    }
    CHECK(rill::scan(in, rill::line(name)));
    CHECK(name == "Ada L.");
  }
}

TEST_CASE("scan/text: the rest of the input, also none") {
  auto const read = [](reader& in, std::string& value) {
    return rill::try_scan(in, rill::rest(value));
  };
  for (std::string const& text :
       {std::string(), std::string(" a\nb\r\n"), std::string(500, 'x')})
    check({"", text, text, ""}, read);
  check_failing("abcdefghijklmn", read);
  scripted_reader in("12 and the rest\nof it", 16);
  int n = 0;
  std::string rest;
  CHECK(rill::scan(in, n, rill::rest(rest)));
  CHECK(rest == " and the rest\nof it");
}

TEST_CASE("scan/text: until a delimiter or a predicate") {
  auto const comma = [](reader& in, std::string& value) {
    return rill::try_scan(in, rill::until(value, ','));
  };
  auto const digit = [](reader& in, std::string& value) {
    return rill::try_scan(
        in, rill::until(value, [](char c) { return c >= '0' && c <= '9'; }));
  };
  std::string const long_text(300, 'w');
  for (sample const& s : std::vector<sample>{
           {"", "", "before", ""},
           {"", ",", "", ""},
           {"", " a b,c", " a b", "c"},
           {"", "a\nb,,", "a\nb", ","},
           {"", "no comma", "no comma", ""},
           {"", long_text + ",x", long_text, "x"},
           {"", std::string("\0,", 2), std::string("\0", 1), ""}})
    check(s, comma);
  check({"", "ab1c", "ab", "c"}, digit);
  check_failing("abcdefghijklmn", comma);
  check_failing("abcdefg,ijklmn", comma);
}

TEST_CASE("scan/text: literals must match, white space in them is any") {
  auto const pair = [](reader& in, std::string& value) {
    int x = 0, y = 0;
    auto got = rill::try_scan(in, "x =", x, " , y=", y);
    if (got) value = rill::concat(x, ' ', y);
    return got;
  };
  for (sample const& s :
       std::vector<sample>{{"", "x=1,y=2", "1 2", ""},
                           {"", "  x  \n = 1\t, y= -2 ", "1 -2", " "},
                           {"", "x =1 ,y=2", "1 2", ""},
                           {"", "", "before", ""},
                           {"", "  ", "before", ""},
                           {"", "y=1", "before", "y=1"},
                           {"", " x:1", "before", "x:1"},
                           {"", "x=1;y=2", "before", ";y=2"},
                           {"", "x=1,y", "before", ",y"},
                           {"", "x=1", "before", ""},
                           {"", "x=,y=2", "before", ",y=2"}})
    check(s, pair);
  check_failing("x   =  1 , y  = 2 ", pair);
  scripted_reader in(" \n", 16);
  CHECK(rill::scan(in, " "));  // white space matches any white space, or none
  CHECK(rill::scan(in, ""));
  CHECK(!rill::scan(in, "x"));
}

TEST_CASE(
    "scan/text: what was read before a mistake stays read, the rest is "
    "untouched") {
  scripted_reader in("1 2 x 4", 16);
  int a = 0, b = 0, c = 77, d = 78;
  auto const got = rill::try_scan(in, a, b, c, d);
  CHECK(!got);
  CHECK(a == 1);
  CHECK(b == 2);
  CHECK(c == 77);
  CHECK(d == 78);
  CHECK(rest_of(in) == "x 4");
}

TEST_CASE("scan/text: quoted text reads what quoted prints") {
  auto const read = [](reader& in, std::string& value) {
    return rill::try_scan(in, rill::quoted(value));
  };
  for (sample const& s : std::vector<sample>{
           {"", "", "before", ""},
           {"", " \"\" x", "", " x"},
           {"", "\"a b\"c", "a b", "c"},
           {"", R"("\"\\\n\r\t\x41\xff")", "\"\\\n\r\tA\xff", ""},
           {"", "\"a\nb\"", "a\nb", ""},
           {"", "a", "before", "a"},
           {"", "\"", "before", "\""},
           {"", "\"abc", "before", "\"abc"},
           {"", "\"\\", "before", "\"\\"},
           {"", "\"\\q\"", "before", "\"\\q\""},
           {"", "\"\\x4\"", "before", "\"\\x4\""},
           {"", "\"\\xg0\"", "before", "\"\\xg0\""},
           {"", "\"\\x@0\"", "before", "\"\\x@0\""}})
    check(s, read);
  check_failing("\"abcdefghijklmn\"", read);
  std::mt19937 random(14);
  for (int i = 0; i != 500; ++i) {
    std::string text(random() % 100, '\0');
    for (char& c : text) c = static_cast<char>(random());
    check({"", rill::concat(rill::quoted(text), " x"), text, " x"}, read);
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("scan/text: a predicate that throws leaves the target") {
  scripted_reader in("abc", 1);
  std::string value = "before";
  CHECK_THROWS_AS(rill::scan(in, rill::until(value,
                                             [](char c) -> bool {
                                               if (c == 'c') throw 1;
                                               return false;
                                             })),
                  int);
  CHECK(value == "before");
}
#endif

namespace {

template <class... Items>
std::string told(std::string const& text, Items&&... items) {
  auto in = rill::from(text);
  return rill::try_scan(in, items...).error().what();
}

}  // namespace

TEST_CASE("scan/text: a delimiter that a word or a number left is no text") {
  std::string const left =
      "expected a text: take the delimiter before it with rill::character, "
      "found ";
  std::string const good = "no error";
  std::string a, b, c;
  std::u16string wide;
  int n = 0;
  double d = 0;
  char tab = 0;
  bool yes = false;
  CHECK(told("x\ty\tz\n", rill::until(a, '\t'), b, rill::until(c, '\t')) ==
        "text:1:4: " + left + "\"\\t\"\nx\ty\tz\n \t ^");
  CHECK(told("5\tz", n, rill::until(c, '\t')).starts_with("text:1:2: " + left));
  CHECK(told("5.5\tz", d, rill::until(wide, u'\t'))
            .starts_with("text:1:4: " + left));
  CHECK(told("a b", a, rill::until(c, ' ')).starts_with("text:1:2: " + left));
  CHECK(told("\u20ac b", wide, rill::until(c, U' '))
            .starts_with("text:1:4: " + left));

  CHECK(told("true\t", yes, rill::until(b, '\t'))
            .starts_with("text:1:5: " + left));

  // Empty texts that are meant.
  CHECK(told("a\t\tb", rill::until(a, '\t'), rill::until(b, '\t'),
             rill::until(c, '\t')) == good);
  CHECK(b.empty());
  CHECK(c == "b");
  CHECK(told("x\t5\t\tz", rill::until(a, '\t'), n, rill::character(tab),
             rill::until(b, '\t'), rill::until(c, '\t')) == good);
  CHECK(b.empty());
  CHECK(c == "z");
  CHECK(told("go\n", a, rill::until(b, '\n')) == good);
  CHECK(told("5\n", n, rill::until(b, '\n')) == good);
  CHECK(told("12;", n, rill::until(b, ';')) == good);
  CHECK(told("12 ", n, rill::until(b, ' ')) == good);
  CHECK(told("x=;", "x=", rill::until(b, ';')) == good);
  CHECK(told("x\t", tab, rill::until(b, '\t')) == good);
  CHECK(told("x\n\t", rill::line(a), rill::until(b, '\t')) == good);
  CHECK(told("a\tb", a, rill::until(b, [](char i) { return i == '\t'; })) ==
        good);
  // Text before the delimiter.
  CHECK(told("5kg\tz", n, rill::until(b, '\t')) == good);
  CHECK(b == "kg");
  CHECK(told("a b\tz", a, rill::until(b, '\t')) == good);
  CHECK(b == " b");
  CHECK(told("5", n, rill::until(b, '\t')) != good);
}
