// test/csv/chunks_test.cpp: tables and settings have one outcome in memory and
// in chunks of every size: the same rows, then the same code, place and
// sentence.
// covers: csv/table.h, csv/key_value.h
#include <doctest/doctest.h>
#include <rill/csv.h>
#include <rill/print.h>

#include <array>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "../support/chunked.h"

namespace {

struct trade {
  int id = 0;
  double price = 0;
  std::optional<std::string> name;
};
RILL_FIELDS(trade, id, price, name)

template <class Row>
std::string rows_of(rill::reader& in, rill::csv_options options) {
  std::string all;
  try {
    for (auto const& row : rill::csv<Row>(in, options))
      all += rill::concat(rill::debug(row), '\n');
  } catch (rill::error const& reason) {
    all += rill_test::told(reason);
  }
  return all;
}

std::string fields_of(rill::reader& in, rill::csv_options options) {
  std::string all;
  try {
    for (auto const& row : rill::csv(in, options)) {
      all += rill::concat(row.line(), row, '\n');
      for (std::size_t i = 0; i != 3; ++i)
        all += rill_test::told(row.try_get<int>(i).error());
      all += rill_test::told(row.try_get<int>("price").error());
    }
  } catch (rill::error const& reason) {
    all += rill_test::told(reason);
  }
  return all;
}

std::string settings_of(rill::reader& in) {
  std::string all;
  auto pairs = rill::key_values(in);
  for (int loops = 0; loops != 5; ++loops) {
    try {
      for (auto const& pair : pairs)
        all += rill::concat(pair, pair.line(),
                            rill_test::told(pair.try_read<int>().error()));
    } catch (rill::error const& reason) {
      all += rill_test::told(reason);
    }
  }
  return all;
}

template <class Read>
void check_all(std::initializer_list<char const*> texts, Read read) {
  char const letters[] = ",;\"'\n\r 019-.ex=#\\\t\xE2\xFF";
  std::mt19937 engine(23);
  for (std::string const text : texts)
    for (std::size_t i = 0; i <= text.size() + 60; ++i) {
      std::string changed = text.substr(0, i);
      if (i > text.size()) {
        std::size_t const at = engine() % (text.size() + 1);
        char const letter = letters[engine() % (sizeof letters - 1)];
        if (i % 2 == 0)
          changed.insert(at, 1, letter);
        else
          changed.replace(at, 1, 1, letter);
      }
      auto const differs = rill_test::find_chunk_difference(changed, read);
      CHECK(!differs);
      if (!differs) continue;
      CAPTURE(changed);
      CAPTURE(differs->chunk);
      CHECK(differs->chunked == differs->whole);
    }
}

}  // namespace

TEST_CASE("csv/table: tables say the same in every chunking") {
  for (bool const header : {false, true})
    for (bool const uniform : {false, true}) {
      rill::csv_options const options{.header = header, .uniform = uniform};
      auto const tables = {
          "id,price,name\n1,2.5,tea\n22,x,\"two, \"\"words\"\"\"\n",
          "price,id,name\r\n1e3,22,\"a\nb\"\r\n,,\r\n1,2,3,4\r\n",
          "\xEF\xBB\xBF"
          "1,2,\"a\"bcdefghij k\n",
          "1,2,\"a\rb\"\r3,4,c\r\r5,\"6\"x,d\r",
          "a,b\n\n\"a",
          "1,2,3\n4"};
      check_all(tables,
                [=](rill::reader& in) { return rows_of<trade>(in, options); });
      check_all(tables, [=](rill::reader& in) {
        return rows_of<std::array<double, 3>>(in, options);
      });
      check_all(tables, [=](rill::reader& in) {
        return rows_of<std::tuple<std::string, std::optional<int>, bool>>(
            in, options);
      });
      check_all(tables,
                [=](rill::reader& in) { return fields_of(in, options); });
    }
}

TEST_CASE("csv/key_value: settings say the same in every chunking") {
  check_all({"a = 1\n# remark\nb=\"x \\n\\\"y\" ; remark\nc = d\n",
             "\xEF\xBB\xBF"
             "a = 1\r\n= x\r\nnothing\r\nb = \"x\" y\r\n",
             "a = \"x\nb = \"\\q\"\nc = d\re\n"},
            settings_of);
}
