// test/process/quoting_test.cpp: quoted words for a shell, compared with texts
// written by hand. test/system/process_words_test.py lets shells read them
// back.
#include <doctest/doctest.h>
#include <rill/process/command.h>

#include <string>

namespace {

std::string quoted(std::string const& word, bool is_first = false) {
  rill::owned_text out;
  rill::detail::add_quoted_for_shell(out, rill::text(word), is_first);
  return out;
}

}  // namespace

TEST_CASE("process/command: each byte alone") {
  std::string const plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_@%+=:,./-";
  for (int value = 0; value != 256; ++value) {
    CAPTURE(value);
    std::string const byte(1, static_cast<char>(value));
    char octal[8];
    snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(value));
    std::string expected = "'" + byte + "'";
    if (plain.find(byte) != plain.npos) expected = byte;
    if (byte == "'") expected = "''\\'''";
    if (value < 32 || value > 126) expected = std::string("$'") + octal + "'";
    if (byte == "\n") expected = "$'\\n'";
    if (byte == "\r") expected = "$'\\r'";
    if (byte == "\t") expected = "$'\\t'";
    CHECK(quoted(byte) == expected);
  }
}

TEST_CASE("process/command: words") {
  struct row {
    char const* word;
    char const* expected;
  };
  for (row const& r : {row{"", "''"},
                       {"a b", "'a b'"},
                       {"it's", "'it'\\''s'"},
                       {"''", "''\\'''\\'''"},
                       {"$HOME", "'$HOME'"},
                       {"~", "'~'"},
                       {"a\\b", "'a\\b'"},
                       {"\u00e4", "'\u00e4'"},
                       {"\u6771 \U0001F600", "'\u6771 \U0001F600'"},
                       {"it's\n\\1", "$'it\\'s\\n\\\\1'"},
                       {"\x1b[2J", "$'\\033[2J'"},
                       {"\x01"
                        "1",
                        "$'\\0011'"},
                       {"\u00e4\xff", "$'\u00e4\\377'"},
                       {"\xe2\x82", "$'\\342\\202'"},
                       {"\u202e", "$'\\342\\200\\256'"},
                       {"\u009b", "$'\\302\\233'"}})
    CHECK(quoted(r.word) == r.expected);
}

TEST_CASE("process/command: in the place of the program") {
  CHECK(quoted("a=b", true) == "'a=b'");
  CHECK(quoted("%1", true) == "'%1'");
  CHECK(quoted("a+b", true) == "a+b");
  CHECK(quoted("", true) == "''");
  CHECK(quoted("a=b%") == "a=b%");
}
