// test/csv/returns_csv_test.cpp: tables whose lines end in a lone \r.
// covers: csv/splitter.h
// covers: csv/table.h
#include <doctest/doctest.h>
#include <rill/csv.h>
#include <rill/print.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>  // std::pair
#include <vector>

#include "../support/files.h"
#include "../support/scripted_reader.h"

namespace {

// The rows with their lines, then the first line of the error that ends them.
std::string rows_of(auto&& source, rill::csv_options options = {}) {
  std::string all;
  try {
    for (auto const& row : rill::csv(source, options))
      rill::append(all, row.line(), row);
  } catch (rill::error const& reason) {
    std::string_view const what = reason.what();
    all += what.substr(0, what.find('\n'));
  }
  return all;
}

// The same through buffers of every small size.
std::string rows_in_parts(std::string const& text,
                          rill::csv_options options = {}) {
  std::string const whole = rows_of(text, options);
  for (std::size_t size = 1; size != 20; ++size) {
    CAPTURE(size);
    rill_test::scripted_reader full(text, size);
    CHECK(rows_of(full, options) == whole);
    rill_test::scripted_reader slow(text, size, rill_test::one_byte);
    CHECK(rows_of(slow, options) == whole);
  }
  return whole;
}

template <class Row>
std::string typed_rows(auto&& source, rill::csv_options options = {}) {
  std::string all;
  try {
    for (Row const& row : rill::csv<Row>(source, options))
      rill::append(all, rill::debug(row));
  } catch (rill::error const& reason) {
    all += reason.what();
  }
  return all;
}

struct item {
  std::string name;
  int count = 0;
};
RILL_FIELDS(item, name, count)

}  // namespace

TEST_CASE("csv/table: a lone return ends the lines if it ends the first") {
  // Python's csv.reader has the same rows.
  CHECK(rows_in_parts("a,b\r1,2\r3,4") ==
        R"(1["a", "b"]2["1", "2"]3["3", "4"])");
  CHECK(rows_in_parts("a\r\r\rb\r") == R"(1["a"]4["b"])");
  CHECK(rows_in_parts("\r\ra,\rb\r") == R"(3["a", ""]4["b"])");
  CHECK(rows_in_parts("\"a\rb\",c\r\"d\"\"\"\r") ==
        R"(1["a\rb", "c"]3["d\""])");
  CHECK(rows_in_parts("a\r\"x\r\ny\nz\"\rb\r") ==
        R"(1["a"]2["x\r\ny\nz"]5["b"])");
  // Other line ends may follow.
  CHECK(rows_in_parts("a\rb\nc\r\nd\r\n\ne\r") ==
        R"(1["a"]2["b"]3["c"]4["d"]6["e"])");
  CHECK(rows_in_parts("a,b\r\r\n1,2\r\r\n") == R"(1["a", "b"]3["1", "2"])");
  CHECK(rows_in_parts("\xEF\xBB\xBFn\rx\r", {.header = true}) == R"(2["x"])");
  CHECK(rows_in_parts("a;'b\r'\rc\r", {.delimiter = ';', .quote = '\''}) ==
        R"(1["a", "b\r"]3["c"])");
}

TEST_CASE("csv/table: a lone return behind a first \\n belongs to its field") {
  CHECK(rows_in_parts("a\nb\rc,d\n") == R"(1["a"]2["b\rc", "d"])");
  CHECK(rows_in_parts("a\r\nb\rc\r\n") == R"(1["a"]2["b\rc"])");
  CHECK(rows_in_parts("\"\r\",a\nb\rc\n") == R"(1["\r", "a"]2["b\rc"])");
  CHECK(rows_in_parts("a,b\r") == R"(1["a", "b"])");
}

TEST_CASE("csv/table: an edge of the buffer between \\r and \\n is no end") {
  for (std::size_t before = 10; before != 20; ++before) {
    std::string const field(before, 'x');
    std::string const row = "[\"" + field + "\"]";
    CHECK(rows_in_parts(field + "\r\ny\r\n") == "1" + row + "2[\"y\"]");
    CHECK(rows_in_parts(field + "\ry\r") == "1" + row + "2[\"y\"]");
    CHECK(rows_in_parts("y\r" + field + "\r\nz") ==
          "1[\"y\"]2" + row + "3[\"z\"]");
    CHECK(rows_in_parts('"' + field + "\"\r\ny") == "1" + row + "2[\"y\"]");
    CHECK(rows_in_parts('"' + field + "\"\ry") == "1" + row + "2[\"y\"]");
  }
}

TEST_CASE("csv/table: typed rows are the same with each end of the lines") {
  std::mt19937 random(13);
  auto const table = [](std::vector<std::string> const& rows,
                        std::string const& end) {
    std::string all;
    for (std::string const& row : rows) all += row + end;
    return all;
  };
  using numbers = std::array<int, 3>;
  using texts = std::tuple<std::string, double, std::string_view>;
  for (std::size_t count : {1u, 2u, 5u, 200u}) {
    std::vector<std::string> all_numbers, all_texts;
    for (std::size_t i = 0; i != count; ++i) {
      auto const n = [&] { return std::to_string(random() >> random() % 32); };
      all_numbers.push_back(n().substr(0, 9) + "," + n().substr(0, 9) + ",-1");
      all_texts.push_back(i % 7 == 3 ? "\"q, \"\"\r\"\"\",2.5,\"\n\""
                                     : "t" + n() + ',' + n() + ".5,end");
    }
    std::string const expected = typed_rows<numbers>(table(all_numbers, "\n"));
    std::string const expected_texts =
        typed_rows<texts>(table(all_texts, "\n"));
    REQUIRE(expected_texts.find("expected") == std::string::npos);
    for (std::string const end : {"\r", "\r\n"}) {
      std::string const text = table(all_numbers, end);
      CHECK(typed_rows<numbers>(text) == expected);
      CHECK(typed_rows<numbers>(text, {.uniform = true}) == expected);
      rill_test::scripted_reader in(text, 16);
      CHECK(typed_rows<numbers>(in) == expected);
      CHECK(typed_rows<texts>(table(all_texts, end)) == expected_texts);
      rill_test::scripted_reader of_texts(table(all_texts, end), 16);
      CHECK(typed_rows<texts>(of_texts) == expected_texts);
    }
  }
  std::string const named = "count,name\r3,tea\r4,rye\r";
  CHECK(typed_rows<item>(named, {.header = true}) ==
        R"(item{name: "tea", count: 3}item{name: "rye", count: 4})");
}

TEST_CASE("csv/table: errors name the line of a table with lone returns") {
  using row = std::pair<int, int>;
  CHECK(typed_rows<row>(rill::from("1,2\r3,x4\r5,6\r")) ==
        "(1, 2)text:2:3: expected an integer in field 2, found \"x4\"\n"
        "3,x4\n  ^");
  using quoted = std::pair<std::string, int>;
  CHECK(
      typed_rows<quoted>(rill::from("\"a\r\nb\rc\",2\r\"d\n\re\",x\r5,6\r")) ==
      "(\"a\\r\\nb\\rc\", 2)text:6:4: expected an integer in field 2, found "
      "\"x\"\ne\",x\n   ^");
  CHECK(typed_rows<row>(rill::from("1,2\r3\r5,6\r")) ==
        "(1, 2)text:2:2: expected field 2, found the end of the line\n3\n ^");
  CHECK(typed_rows<row>(rill::from("1,2\r\r3,\"4")) ==
        "(1, 2)text:3:3: expected a closing quote, found the end of the input\n"
        "3,\"4\n  ^");
  CHECK(typed_rows<row>(rill::from("1,2\r\"3\" x,4\r5")) ==
        "(1, 2)text:2:4: expected a delimiter or the end of the line, found "
        "\" \"\n\"3\" x,4\n   ^");
  // Behind lines that were read before, and at a row's own line.
  auto in = rill::from("# lists\n1,2\r3,4\rx,6\r");
  std::string skipped;
  REQUIRE(rill::scan(in, rill::line(skipped)));
  CHECK(typed_rows<row>(in) ==
        "(1, 2)(3, 4)text:4:1: expected an integer in field 1, found \"x\"\n"
        "x,6\n^");
  unsigned long long last = 0;
  for (auto const& r : rill::csv(rill::from("a\rb\rc\r")))
    if (r[0] == "c") last = r.line();
  CHECK(last == 3);
}

TEST_CASE("csv/table: a table with lone returns goes on after an error") {
  auto table = rill::csv<std::pair<int, int>>(
      rill::from("1,2\r3,x\r\r5,6\ry,8\r9,10\r"));
  int sum = 0;
  int errors = 0;
  for (bool is_done = false; !is_done;) try {
      for (auto& [a, b] : table) sum += a * b;
      is_done = true;
    } catch (rill::error const&) {
      ++errors;
    }
  CHECK(sum == 2 + 30 + 90);
  CHECK(errors == 2);
  auto in = rill::from("1,2\r3,4\r5 rest");
  for (auto& row : rill::csv<std::pair<int, int>>(in))
    if (row.first == 3) break;
  CHECK(rill::read<std::string>(in) == "5");
}

TEST_CASE("csv/table: an error of the device ends a table with lone returns") {
  for (int call = 0; call != 12; ++call) {
    rill_test::scripted_reader in("aa,b\rccc,\"d\"\re,f", 4,
                                  rill_test::fails_at(call, EIO));
    std::string const seen = rows_of(in);
    std::string const whole = R"(1["aa", "b"]2["ccc", "d"]3["e", "f"])";
    CAPTURE(call);
    if (!in.error()) {
      CHECK(seen == whole);
    } else {
      std::size_t const at = seen.find("read script: ");
      REQUIRE(at != std::string::npos);
      CHECK(whole.starts_with(seen.substr(0, at)));
    }
  }
}
