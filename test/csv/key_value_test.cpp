// test/csv/key_value_test.cpp: lines of settings, read as pairs.
// covers: rill/csv/key_value.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/csv/key_value.h>

#include <map>
#include <random>
#include <string>

#include "../support/files.h"
#include "../support/scripted_reader.h"

namespace {

// The pairs of a source as "line key=value; …", and the error that ends them.
std::string pairs_of(auto&& source) {
  std::string all;
  try {
    for (auto const& [key, value, line] : rill::key_values(source))
      all += std::to_string(line) + ' ' + std::string(key) + '=' +
             std::string(value) + "; ";
  } catch (rill::error const& reason) {
    all += reason.what();
  }
  return all;
}

}  // namespace

TEST_CASE("csv/key_value: a pair prints as a line that is read back") {
  std::string seen;
  for (auto const& pair :
       rill::key_values(rill::from("a=1\nb = \"x \\\" # y\"\nc=\n")))
    rill::append(seen, pair, '\n');
  CHECK(seen == "a = \"1\"\nb = \"x \\\" # y\"\nc = \"\"\n");
  std::string again;
  for (auto const& pair : rill::key_values(seen))
    rill::append(again, pair, '\n');
  CHECK(again == seen);
}

TEST_CASE("csv/key_value: a pair knows its line, as a row does") {
  CHECK(rill::key_value().line() == 0);
  auto in = rill::from("\n# x\na = 1\n\nb = 2\n");
  unsigned long long sum = 0;
  for (auto const& pair : rill::key_values(in)) sum = sum * 10 + pair.line();
  CHECK(sum == 35);
}

TEST_CASE("csv/key_value: blanks, remarks, quotes and empty lines") {
  CHECK(pairs_of(std::string_view("")) == "");
  CHECK(pairs_of(std::string_view("a=1")) == "1 a=1; ");
  std::string const text =
      "\xEF\xBB\xBF a = 1 \n# c = d\n\n; e = f\r\n\tname of = two words\t\r\n"
      "b=\"x \\\"y\\\" # z\\\\\\n\\t\\r\"  ; remark\nempty =\nd = a=b # c\n"
      "q = \"\"\nu = \"caf\xC3\xA9\"";
  std::string const expected =
      "1 a=1; 5 name of=two words; 6 b=x \"y\" # z\\\n\t\r; 7 empty=; "
      "8 d=a=b # c; 9 q=; 10 u=caf\xC3\xA9; ";
  CHECK(pairs_of(text) == expected);
  for (std::size_t size = 1; size != 20; ++size) {
    rill_test::scripted_reader in(text, size, rill_test::one_byte);
    CHECK(pairs_of(in) == expected);
  }
  rill_test::folder const folder;
  rill_test::set_content(folder / "settings", text);
  rill::file_reader in(folder / "settings");
  CHECK(pairs_of(in) == expected);
}

TEST_CASE("csv/key_value: values of types, and what errors say") {
  std::string const text =
      "port = 8080\nratio = 0.5\non=true\nname = \"a b\"\nlist = [1, 2]\n";
  std::map<std::string, std::string> said;
  for (auto const& pair : rill::key_values(text)) {
    if (pair.key == "port") CHECK(pair.read<int>() == 8080);
    if (pair.key == "ratio") CHECK(pair.read<double>() == 0.5);
    if (pair.key == "on") CHECK(pair.read<bool>());
    if (pair.key == "name") CHECK(pair.read<std::string>() == "a b");
    said[std::string(pair.key)] = pair.try_read<signed char>().error().what();
  }
  CHECK(said["port"] ==
        "text:1:8: expected an integer between -128 and 127 in the value of "
        "\"port\", found \"8080\"\nport = 8080\n       ^");
  CHECK(said["name"] ==
        "text:4:9: expected an integer in the value of \"name\", found \"a b\""
        "\nname = \"a b\"\n        ^");
}

TEST_CASE("csv/key_value: keys in errors hold no order") {
  std::string const key = "a\x1b[2J\"b\\";
  std::string const text = key + "=x\n" + std::string(200, '"') + "=y\n";
  std::vector<std::string> said;
  for (auto const& pair : rill::key_values(text)) {
    said.push_back(pair.try_read<int>().error().what());
    said.back().resize(said.back().find('\n'));
  }
  REQUIRE(said.size() == 2);
  CHECK(said[0] ==
        "text:1:10: expected an integer in the value of "
        "\"a\\x1b[2J\\\"b\\\\\", found \"x\"");
  std::string quotes;
  for (int i = 0; i != 40; ++i) quotes += "\\\"";
  CHECK(said[1] == "text:2:202: expected an integer in the value of \"" +
                       quotes + "\u2026\", found \"y\"");
}

TEST_CASE("csv/key_value: lines that are no pairs") {
  auto const told = [](std::string_view text) { return pairs_of(text); };
  CHECK(told("x=1\n = 2\n") ==
        "1 x=1; text:2:2: expected a key, found \"=\"\n = 2\n ^");
  CHECK(told("abc \nx=1") ==
        "text:1:4: expected '=' after the key, found \" \"\nabc \n   ^");
  CHECK(told("abc") ==
        "text:1:4: expected '=' after the key, found the end of the "
        "input\nabc\n   ^");
  CHECK(told("[a]\n") ==
        "text:1:4: expected '=' after the key, found the end of the "
        "line\n[a]\n   ^");
  CHECK(told("a=\"x\nb=1") ==
        "text:1:3: expected a closing quote in the line, found "
        "\"\\\"x\"\na=\"x\n  ^");
  CHECK(told("a=\"x\\\"\nb=1").starts_with("text:1:3: expected a closing"));
  CHECK(told("a=\"x\\").starts_with("text:1:3: expected a closing"));
  CHECK(told("a=\"x\" y\n") ==
        "text:1:7: expected the end of the line, found \"y\"\na=\"x\" y\n"
        "      ^");
  CHECK(told("a=\"\\q\"") ==
        "text:1:4: expected one of \\n \\r \\t \\\" \\\\, found "
        "\"\\\\q\\\"\"\na=\"\\q\"\n   ^");
  // A new loop goes on after the line with the error.
  auto range = rill::key_values(rill::from("a=1\nb\nc=3\n"));
  std::string keys;
  for (int i = 0; i != 2; ++i) try {
      for (auto const& pair : range) keys += pair.key;
    } catch (rill::error const&) {
      keys += '!';
    }
  CHECK(keys == "a!c");
}

TEST_CASE("csv/key_value: a lone return does not end a line silently") {
  auto const told = [](std::string_view text) {
    std::string const all = pairs_of(text);
    return all.substr(0, all.find('\n'));
  };
  std::string const expected =
      "expected \\n or \\r\\n at the end of the line, found \"\\r\"";
  CHECK(told("a = 1\rb = 2\r") == "text:1:6: " + expected);
  CHECK(told("# remark\rb = 2\r") == "text:1:9: " + expected);
  CHECK(told("[a]\rb = 2") == "text:1:4: " + expected);
  CHECK(told("a=\"x\" # y\rb=2") == "text:1:10: " + expected);
  CHECK(told("x=1\n;\ra=1\n") == "1 x=1; text:2:2: " + expected);
  // No other line follows these.
  CHECK(told("a = 1\r\r\n# b\r\r\nc=\"\rx\"\r\r\n\r") == "1 a=1; 3 c=\rx; ");
  CHECK(told("a = 1\r") == "1 a=1; ");
}

TEST_CASE("csv/key_value: the line is the source's, behind what was read") {
  auto in = rill::from("first line\n\na = 1\n");
  std::string skipped;
  REQUIRE(rill::scan(in, rill::line(skipped)));
  CHECK(pairs_of(in) == "3 a=1; ");
}

TEST_CASE("csv/key_value: no line of any bytes harms") {
  std::mt19937 random(3);
  std::string const letters = "a =\"\\n#;\n\r\t";
  for (int i = 0; i != 2000; ++i) {
    std::string text;
    for (std::size_t k = random() % 30; k != 0; --k)
      text += letters[random() % letters.size()];
    std::string const whole = pairs_of(text);
    rill_test::scripted_reader in(text, 1 + random() % 9);
    std::string const parts = pairs_of(in);
    CAPTURE(text);
    // Both agree up to an error, whose sentence names the source.
    std::string const cut = whole.substr(0, whole.find("text:"));
    REQUIRE(cut == parts.substr(0, parts.find("script:")));
    REQUIRE((cut == whole) == (cut == parts));
  }
}
