// test/process/split_command_test.cpp: the words of a text, written by hand.
// test/system/process_words_test.py compares with Python's shlex and shells.
// covers: process/word_splitter.h
#include <doctest/doctest.h>
#include <rill/process/command.h>

#include <random>
#include <string>
#include <vector>

using strings = std::vector<std::string>;

namespace {

strings split(rill::text from) {
  rill::command const c = rill::split_command(from);
  return strings(c.begin(), c.end());
}

std::string refused(rill::text from) {
  auto const c = rill::try_split_command(from);
  REQUIRE(!c);
  CHECK((c.error().code() == rill::scan_problem::cut));
  return c.error().what();
}

}  // namespace

TEST_CASE("process/command: words and what is between them") {
  CHECK(split("").empty());
  CHECK(split(rill::text()).empty());
  CHECK(split(" \t\r\n ").empty());
  CHECK(split("a") == strings{"a"});
  CHECK(split(" git  log\t-1\r\nx ") == strings{"git", "log", "-1", "x"});
  CHECK(split("# no $comment ~ * | a;b > &") ==
        strings{"#", "no", "$comment", "~", "*", "|", "a;b", ">", "&"});
  CHECK(split("a\vb\fc") == strings{"a\vb\fc"});
  CHECK(split(rill::text("a\0b c", 5)) == strings{std::string("a\0b", 3), "c"});
}

TEST_CASE("process/command: quotes") {
  CHECK(split("''") == strings{""});
  CHECK(split("\"\"") == strings{""});
  CHECK(split("a '' \"\" b") == strings{"a", "", "", "b"});
  CHECK(split("'a b' \"c d\"") == strings{"a b", "c d"});
  CHECK(split("a'b'\"c\"d") == strings{"abcd"});
  CHECK(split("'\"' \"'\"") == strings{"\"", "'"});
  CHECK(split("'a\\b\\' \"a\\b\"") == strings{"a\\b\\", "a\\b"});
  CHECK(split("\"\\\"\\\\\\$\\`\\'\\n\"") == strings{"\"\\$`\\'\\n"});
  CHECK(split("'a\nb' \"a\nb\"") == strings{"a\nb", "a\nb"});
  CHECK(split("'it'\\''s'") == strings{"it's"});
}

TEST_CASE("process/command: backslashes") {
  CHECK(split("\\a\\ \\'\\\"\\\\\\$") == strings{"a '\"\\$"});
  CHECK(split("a\\\nb") == strings{"ab"});
  CHECK(split("a \\\n b") == strings{"a", "b"});
  CHECK(split("\\\n").empty());
  CHECK(split("\"a\\\nb\" '\\\n'") == strings{"ab", "\\\n"});
  CHECK(split("\\\r") == strings{"\r"});
}

TEST_CASE("process/command: escapes of $'...'") {
  // The expected bytes are those of bash 5.2, but for NUL, which ends its word.
  CHECK(split("$'' $'a b'c") == strings{"", "a bc"});
  CHECK(split("$'\\a\\b\\e\\E\\f\\n\\r\\t\\v'") ==
        strings{"\a\b\033\033\f\n\r\t\v"});
  CHECK(split("$'\\\\\\'\\\"\\?\"'") == strings{"\\'\"?\""});
  CHECK(split("$'\\1234\\18\\777'") == strings{"S4\0018\377"});
  CHECK(split("$'\\x4g\\x414\\xFf'") == strings{"\004gA4\xff"});
  CHECK(split("$'\\u41g\\ue9\\u20ACx\\U1F600'") ==
        strings{"Ag\u00e9\u20acx\U0001F600"});
  CHECK(split("$'\\c?\\cA\\ca\\c[\\c\\\\x'") ==
        strings{"\177\001\001\033\034x"});
  CHECK(split("$'\\c\\''") == strings{"\034'"});
  CHECK(split("$'\\q\\u\\xg\\\n\\c'") == strings{"\\q\\u\\xg\\\n\\c"});
  CHECK(split("$'\\U110000'") == strings{"\\U110000"});
  CHECK(split("$'a\\0b'") == strings{std::string("a\0b", 3)});
  // Not within "…", nor after an escaped $.
  CHECK(split("\"$'\\n'\" \\$'\\n' $ a$") ==
        strings{"$'\\n'", "$\\n", "$", "a$"});
}

TEST_CASE("process/command: each printed command is read back") {
  std::mt19937 chance(1);
  for (int i = 0; i != 20'000; ++i) {
    rill::command words;
    for (auto count = chance() % 4; words.size() != count;) {
      std::string word;
      for (auto size = chance() % 6; word.size() != size;)
        word += chance() % 3 ? static_cast<char>(chance())
                             : "'\\$\"\n17"[chance() % 7];
      words.add(word);
    }
    CAPTURE(words.to_text().c_str());
    CHECK((rill::split_command(words.to_text()) == words));
  }
}

TEST_CASE("process/command: the place of what has no end") {
  CHECK(refused("git 'a b") ==
        "command:1:5: expected a ' that closes this one, found the end of the "
        "input\ngit 'a b\n    ^");
  CHECK(refused("a\nb \"c\\\"\nd") ==
        "command:2:3: expected a \" that closes this one, found the end of the "
        "input\nb \"c\\\"\n  ^");
  CHECK(refused("a\\") ==
        "command:1:2: expected a character after the backslash, found the end "
        "of the input\na\\\n ^");
  CHECK(refused("\"\\").find("command:1:1: expected a \" that closes") == 0);
  CHECK(refused("'").find("command:1:1: expected a ' that closes") == 0);
  CHECK(refused("$'").find("command:1:2: expected a ' that closes") == 0);
  CHECK(refused("a$'\\'").find("command:1:3: expected a ' that closes") == 0);
  CHECK(refused("$'a\\").find("command:1:2: expected a ' that closes") == 0);
  CHECK(refused("'a' b'").find("command:1:6: expected a ' that closes") == 0);
}

TEST_CASE("process/command: shows a part of a long line") {
  std::string const line = std::string(100, 'a') + " '" + std::string(100, 'b');
  CHECK(refused(rill::text(line)) ==
        "command:1:102: expected a ' that closes this one, found the end of "
        "the input\n\u2026" +
            std::string(59, 'a') + " '" + std::string(39, 'b') + "\u2026\n" +
            std::string(61, ' ') + "^");
  // The excerpt is cut between characters.
  std::string euros = "'";
  for (int i = 0; i != 40; ++i) euros = "\u20ac" + euros + "\u20ac";
  CHECK(refused(rill::text("x" + euros)).find("\\x") == std::string::npos);
}
