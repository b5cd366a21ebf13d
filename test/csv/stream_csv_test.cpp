// test/csv/stream_csv_test.cpp: rows are split as a slow twin splits them,
// wherever the buffer ends.
// covers: csv/splitter.h
#include <doctest/doctest.h>
#include <rill/csv/splitter.h>
#include <rill/stream/memory_reader.h>

#include <memory>  // std::unique_ptr
#include <random>
#include <string>
#include <vector>

#include "../support/scripted_reader.h"

namespace {

using rill::csv_options;
using rill::detail::csv_fault;
using rill::detail::csv_splitter;
using rows = std::vector<std::vector<std::string>>;

struct table {
  rows all;
  std::vector<unsigned long long> lines;
  csv_fault fault = csv_fault::none;
};

// The twin: splits the text one character at a time.
table slowly(std::string const& text, csv_options o) {
  table result;
  std::size_t at = 0;
  unsigned long long line = 0;
  auto const here = [&](char c) { return at != text.size() && text[at] == c; };
  auto const ends_line = [&] {
    return at == text.size() || text[at] == '\n' ||
           text.compare(at, 2, "\r\n") == 0 || text.substr(at) == "\r";
  };
  auto const pass_line = [&] {
    while (at != text.size() && text[at] != '\n') ++at;
    if (at != text.size()) ++at, ++line;
  };
  while (at != text.size()) {
    if (ends_line()) {
      pass_line();
      continue;
    }
    std::vector<std::string> row;
    unsigned long long const begin = line;
    for (;;) {
      std::string field;
      if (here(o.quote)) {
        for (++at;; ++at) {
          if (at == text.size()) {
            result.fault = csv_fault::no_closing_quote;
            return result;
          }
          if (text[at] == o.quote) {
            if (at + 1 == text.size() || text[at + 1] != o.quote) break;
            ++at;
          }
          line += text[at] == '\n';
          field += text[at];
        }
        ++at;
        if (!ends_line() && !here(o.delimiter)) {
          result.fault = csv_fault::text_behind_quote;
          return result;
        }
      } else {
        while (!ends_line() && !here(o.delimiter)) field += text[at++];
      }
      row.push_back(field);
      if (!here(o.delimiter)) break;
      ++at;
    }
    pass_line();
    result.all.push_back(row);
    result.lines.push_back(begin);
  }
  return result;
}

table split(rill::reader& in, csv_options o) {
  table result;
  csv_splitter from(o);
  while (from.next(in)) {
    std::vector<std::string> row;
    for (std::size_t i = 0; i != from.fields().size(); ++i)
      row.emplace_back(from.fields()[i].data, from.fields()[i].size);
    result.all.push_back(row);
    result.lines.push_back(from.lines_before());
  }
  result.fault = from.fault();
  return result;
}

void compare(std::string const& text, csv_options o) {
  table const expected = slowly(text, o);
  auto const check = [&](table const& found) {
    REQUIRE(found.all == expected.all);
    REQUIRE(found.lines == expected.lines);
    REQUIRE(found.fault == expected.fault);
  };
  CAPTURE(text);
  // A block of exactly its size, so a sanitizer finds a read behind it.
  std::unique_ptr<char[]> const exact(new char[text.size()]);
  text.copy(exact.get(), text.size());
  rill::memory_reader whole(exact.get(), text.size());
  check(split(whole, o));
  for (std::size_t size = 1; size <= 17; size += 4) {
    rill_test::scripted_reader in(text, size, rill_test::one_byte);
    check(split(in, o));
    rill_test::scripted_reader full(text, size);
    check(split(full, o));
  }
}

}  // namespace

TEST_CASE("csv/rows: rows, fields, quotes and empty lines") {
  compare("", {});
  compare("a", {});
  compare(",", {});
  compare("a,b\n", {});
  compare("\n\r\n\na\n\n", {});
  compare("\"\"", {});
  compare("\"\"\n", {});
  compare("\"a\"\"b\",\"\"\"\",\"\"\"\"\"\"\r\nx,y\r\n", {});
  compare("a\"b,c\"\n", {});
  compare("\"a\n\n\nb\",c\nd,\"\r\n\"\n", {});
  compare("a\rb,c\r\r\nd\r", {});
  compare("\"a\"\r", {});
  compare("a\n\r", {});
  compare("\r", {});
  compare("\"a\"\rb", {});
  compare("\"a", {});
  compare("1,2\n\"a\" ,3\n", {});
  compare("a;b,c;\"d;\"\n", {.delimiter = ';'});
  compare("a\t'b\t''c'\t\n", {.delimiter = '\t', .quote = '\''});
  compare(std::string("a\0b,\0\n", 6), {});
  compare("\xff\x80,\xe2\x82\xac\n", {});
}

TEST_CASE("csv/rows: every text of few characters, with every buffer") {
  std::string const letters = "a,\"\n\r";
  for (std::size_t size = 1; size <= 5; ++size) {
    std::vector<std::size_t> at(size);
    for (bool goes_on = true; goes_on;) {
      std::string text;
      for (std::size_t i : at) text += letters[i];
      table const expected = slowly(text, {});
      for (std::size_t buffer : {1u, 3u}) {
        rill_test::scripted_reader in(text, buffer);
        table const found = split(in, {});
        CAPTURE(text);
        REQUIRE(found.all == expected.all);
        REQUIRE(found.lines == expected.lines);
        REQUIRE(found.fault == expected.fault);
      }
      goes_on = false;
      for (std::size_t i = 0; i != size && !goes_on; ++i) {
        at[i] = (at[i] + 1) % letters.size();
        goes_on = at[i] != 0;
      }
    }
  }
}

TEST_CASE("csv/rows: random tables") {
  std::mt19937 random(4180);
  for (int i = 0; i != 400; ++i) {
    std::string text;
    std::size_t const size = random() % 200;
    while (text.size() < size) {
      switch (random() % 8) {
        case 0:
          text += "\"" + std::string(random() % 30, 'q') + "\"\"\n\",";
          break;
        case 1:
          text += "\r\n";
          break;
        case 2:
          text += '\n';
          break;
        case 3:
          text += "\"\"";
          break;
        default:
          text += std::string(random() % 20, 'x') + ',';
      }
    }
    compare(text, {});
  }
}

TEST_CASE("csv/rows: many fields, long fields, one allocation for all") {
  std::string text;
  for (int i = 0; i != 1000; ++i) text += std::to_string(i) + ',';
  text += '"' + std::string(100'000, 'x') + "\"\"" + std::string(1000, 'y') +
          "\"\nlast\n";
  rill_test::scripted_reader in(text, 16);
  csv_splitter from({});
  REQUIRE(from.next(in));
  REQUIRE(from.fields().size() == 1001);
  CHECK(from.fields()[1000].size == 101'001);
  REQUIRE(from.next(in));
  CHECK(from.fields().size() == 1);
  CHECK(!from.next(in));
}

TEST_CASE("csv/rows: what a device gave before it failed is no row") {
  for (int call = 0; call != 12; ++call) {
    rill_test::scripted_reader in("aa,b\nccc,\"d\"\ne,f", 4,
                                  rill_test::fails_at(call, EIO));
    csv_splitter from({});
    int count = 0;
    while (from.next(in)) {
      ++count;
      REQUIRE(from.fields().size() == 2);
      char const* const first[] = {"aa", "ccc", "e"};
      CHECK(std::string(from.fields()[0]) == first[count - 1]);
    }
    CHECK(from.fault() == csv_fault::none);
    if (!in.error()) CHECK(count == 3);
  }
}

TEST_CASE("csv/rows: the place of a field is in the buffer") {
  std::string const text = "a,\"b\"\"c\",,\"d\"\r\n";
  rill::memory_reader in(text);
  csv_splitter from({});
  REQUIRE(from.next(in));
  auto const offset = [&](std::size_t field) {
    return from.place_of(field) - text.data();
  };
  for (int i = 0; i != 2; ++i) {
    CHECK(offset(0) == 0);
    CHECK(offset(1) == 3);
    CHECK(offset(2) == 9);
    CHECK(offset(3) == 11);
    CHECK(offset(4) == 14);
    CHECK(std::string(from.fields()[1]) == "b\"c");
    CHECK(std::string(from.fields()[3]) == "d");
  }
}

TEST_CASE("csv/rows: names are copies, and the first of a kind is found") {
  rill::detail::csv_names names;
  {
    std::string const text = "id,\"a \"\"b\"\"\",id,\n";
    rill::memory_reader in(text);
    csv_splitter from({});
    REQUIRE(from.next(in));
    names.keep(from.fields());
  }
  CHECK(names.size() == 4);
  CHECK(names.find("id") == 0);
  CHECK(names.find("a \"b\"") == 1);
  CHECK(names.find("") == 3);
  CHECK(names.find("b") == rill::detail::csv_names::none);
}
