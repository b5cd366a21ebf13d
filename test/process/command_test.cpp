// test/process/command_test.cpp: the arguments of a program, from every type
// that holds a text.
// covers: rill/process/options.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/command.h>

#include <algorithm>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if !defined(_WIN32)
#include <filesystem>
#endif

using rill::command;
using rill::library_problem;
using rill::text;

namespace {

using strings = std::vector<std::string>;

strings strings_of(command const& c) { return strings(c.begin(), c.end()); }

// Takes the command as run() does.
strings taken(command const& c) { return strings_of(c); }

}  // namespace

TEST_CASE("process/command: is made of every kind of text") {
  std::string const string = "a string";
  std::string_view const view = "a view";
  text const own = "a text";
  rill::owned_text const owned{text("owned")};
  char const array[] = "array";
  char const* const pointer = "pointer";
  strings const expected = {"git",   "a string", "a view", "a text", "owned",
                            "array", "pointer",  "\u00e4", ""};
  CHECK(taken({"git", string, view, own, owned, array, pointer,
               std::u8string(u8"\u00e4"), ""}) == expected);
  CHECK(taken({"git", std::string("temporary")}) ==
        strings{"git", "temporary"});
  CHECK(taken({"git"}) == strings{"git"});
  CHECK(taken({string}) == strings{string});
  CHECK(taken({}).empty());
#if !defined(_WIN32)
  CHECK(taken({"ls", std::filesystem::path("a") / "b"}) ==
        strings{"ls", "a/b"});
#endif
}

TEST_CASE("process/command: is made of ranges, and grows by them") {
  strings const words = {"git", "", "two words", std::string(5000, 'x')};
  command const from_vector(words);
  CHECK(strings_of(from_vector) == words);
  std::list<std::string_view> const list(words.begin(), words.end());
  CHECK(command(list) == from_vector);
  command grown{"git"};
  grown.add_all(strings(words.begin() + 1, words.end()));
  CHECK(grown == from_vector);
  grown.add_all(grown).add_all({"x", words[2]}).add_all(command{"y"});
  strings twin = words;
  twin.insert(twin.end(), words.begin(), words.end());
  for (char const* more : {"x", "two words", "y"}) twin.push_back(more);
  CHECK(strings_of(grown) == twin);
  CHECK(strings_of(command(strings())).empty());
}

TEST_CASE("process/command: takes its own arguments as it grows") {
  command c{"abc"};
  strings twin = {"abc"};
  for (int i = 0; i != 200; ++i) {
    c.add(c[c.size() / 2]).add("x");
    twin.push_back(twin[twin.size() / 2]);
    twin.push_back("x");
  }
  CHECK(strings_of(c) == twin);
  REQUIRE(c.size() == twin.size());
  for (std::size_t i = 0; i != c.size(); ++i) {
    CHECK(c[i] == twin[i]);
    CHECK(c[i].data[c[i].size] == '\0');
  }
  CHECK(std::count(c.begin(), c.end(), text("x")) ==
        std::count(twin.begin(), twin.end(), "x"));
}

TEST_CASE("process/command: is copied and moved") {
  command first{"git", "log"};
  command copy = first;
  CHECK(copy == first);
  copy.add("-1");
  CHECK(copy != first);
  CHECK(first == command{"git", "log"});
  first = copy;
  CHECK(first.size() == 3);
  command& same = first;
  first = same;
  CHECK(first == copy);
  command moved = std::move(first);
  CHECK(moved == copy);
  CHECK(first.empty());
  CHECK(first == command());
  first.add("again");
  CHECK(first == command{"again"});
  command const braces{moved};
  CHECK(braces == moved);
}

TEST_CASE("process/command: is equal when each argument is") {
  std::string const with_nul("a\0b", 3);
  std::vector<command> const all = {
      {},        {""},   {"", ""},   {"a"},      {"b"},          {"a", ""},
      {"", "a"}, {"ab"}, {"a", "b"}, {with_nul}, {"a", "b", "c"}};
  for (std::size_t i = 0; i != all.size(); ++i)
    for (std::size_t j = 0; j != all.size(); ++j)
      CHECK((all[i] == all[j]) == (i == j));
}

TEST_CASE("process/command: says why it can start nothing") {
  std::string const nul(1, '\0');
  CHECK((command().problem() == library_problem::empty_command));
  CHECK((command{""}.problem() == library_problem::empty_command));
  CHECK((command{"", "a"}.problem() == library_problem::empty_command));
  for (command const& bad :
       {command{nul}, command{"a", nul + "b"}, command{"a", "b" + nul},
        command{"a", "", "a" + nul + "b", "c"}})
    CHECK((bad.problem() == library_problem::argument_contains_nul));
  CHECK(!command{"a"}.problem());
  CHECK(!command{"a", "", "\n\xff"}.problem());
}

TEST_CASE("process/command: prints as one types it") {
  std::string const string = "two words";
  CHECK(rill::concat(command{"git", "commit", "-m", string}) ==
        "git commit -m 'two words'");
  CHECK(command{"a b"}.to_text() == "'a b'");
  CHECK(command{"a=b", "a=b", "%1", ""}.to_text() == "'a=b' a=b %1 ''");
  CHECK(command().to_text() == "");
}
