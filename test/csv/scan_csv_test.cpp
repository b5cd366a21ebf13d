// test/csv/scan_csv_test.cpp: tables as ranges of rows, as text and as values.
// covers: csv/field.h
// covers: csv/table.h, csv/refused.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/csv/table.h>

#include <array>
#include <cmath>  // std::signbit
#include <optional>
#include <random>
#include <string.h>  // strerror
#include <string>
#include <string_view>
#include <tuple>
#include <utility>  // std::pair
#include <vector>

#include "../support/files.h"
#include "../support/scripted_reader.h"

namespace {

struct trade {
  int id = 0;
  double price = 0;
  std::string name;
  bool operator==(trade const&) const = default;
};

struct odd {
  std::optional<int> count;
  bool is_on = false;
  char letter = ' ';
  std::string_view view;
  std::optional<std::string> note;
};

struct named {
  long id = 0;
  std::string name;
  std::optional<double> price;
};
RILL_FIELDS(named, id, name, price)

struct in_order {
  int a = 0;
  int b = 0;
};
RILL_FIELDS(in_order, a, b)

// The sentence of the error that `use` throws.
template <class Use>
std::string told(Use use) {
  try {
    use();
  } catch (rill::error const& reason) {
    return reason.what();
  }
  return "nothing";
}

template <class Row>
std::string told_of(std::string const& text, rill::csv_options options = {}) {
  return told([&] {
    for (Row const& row : rill::csv<Row>(text, options)) (void)row;
  });
}

std::string padding(std::size_t lines) {
  std::string result;
  while (lines-- != 0) result += "9,9.5,padding to the end of a buffer\n";
  return result;
}

}  // namespace

TEST_CASE("csv/table: rows of texts, by number and by name") {
  std::string const text =
      "\xEF\xBB\xBFid,the name,\"x \"\"y\"\"\"\r\n1,\"a, b\",\r\n\r\n"
      "2,\"two\nlines\",z\r\n3,c,d";
  auto table = rill::csv(text, {.header = true});
  std::vector<std::string> seen;
  for (auto const& row : table) {
    REQUIRE(row.size() == 3);
    seen.push_back(std::to_string(row.line()) + ':' + std::string(row["id"]) +
                   '|' + std::string(row["the name"]) + '|' +
                   std::string(row["x \"y\""]));
    CHECK(row[0] == row["id"]);
    std::size_t count = 0;
    for (std::string_view field : row) CHECK(field == row[count++]);
    CHECK(count == 3);
  }
  CHECK(seen ==
        std::vector<std::string>{"2:1|a, b|", "4:2|two\nlines|z", "6:3|c|d"});
  CHECK(table.columns() == 3);
  CHECK(table.column(2) == "x \"y\"");
}

TEST_CASE("csv/table: a row prints as a list") {
  std::string seen;
  for (auto const& row : rill::csv(rill::from("id,\"a \"\"b\"\"\"\n,\n1")))
    rill::append(seen, row, ';');
  CHECK(seen == "[\"id\", \"a \\\"b\\\"\"];[\"\", \"\"];[\"1\"];");
}

TEST_CASE("csv/table: fields and rows as values") {
  for (auto const& row : rill::csv(rill::from("7,2.5,x\n"))) {
    CHECK(row.get<int>(0) == 7);
    CHECK(row.get<double>(1) == 2.5);
    CHECK(row.get<std::string>(2) == "x");
    auto const [a, b, c] = row.read<int, float, char>();
    CHECK(a == 7);
    CHECK(b == 2.5F);
    CHECK(c == 'x');
    CHECK(row.read<trade>() == trade{7, 2.5, "x"});
    CHECK(row.read<std::vector<std::string>>().size() == 3);
    CHECK(row.try_get<int>(2).error().column() == 7);
    CHECK(std::string(row.try_get<int>(3).error().what()) ==
          "text:1:8: expected field 4, found the end of the line\n7,2.5,x\n"
          "       ^");
    CHECK(!row.try_read<int, int, int>());
    CHECK(row[2] == "x");  // an error does not change the row
  }
}

TEST_CASE("csv/table: typed rows of every form, with every buffer") {
  std::string const text =
      padding(3) + "1,2.5,a\r\n-7,1e3,\"b, \"\"c\"\"\"\n 8 , 0.5\t,d e\n\n" +
      "9,4," + std::string(100, 'x') + "\n" + padding(3) + "10,11,";
  std::vector<trade> const expected = [&] {
    std::vector<trade> all(3, trade{9, 9.5, "padding to the end of a buffer"});
    all.push_back({1, 2.5, "a"});
    all.push_back({-7, 1000, "b, \"c\""});
    all.push_back({8, 0.5, "d e"});
    all.push_back({9, 4, std::string(100, 'x')});
    for (int i = 0; i != 3; ++i) all.push_back(all[0]);
    all.push_back({10, 11, ""});
    return all;
  }();
  auto const check = [&]<class Row>(Row, auto&& source, auto get) {
    std::size_t count = 0;
    for (Row& row : rill::csv<Row>(static_cast<decltype(source)>(source))) {
      REQUIRE(count < expected.size());
      REQUIRE(get(row) == expected[count]);
      ++count;
    }
    REQUIRE(count == expected.size());
  };
  using tuple = std::tuple<int, double, std::string>;
  using view = std::tuple<long long, float, std::string_view>;
  auto const self = [](trade const& t) { return t; };
  auto const of_tuple = [](auto const& t) {
    return trade{static_cast<int>(std::get<0>(t)), std::get<1>(t),
                 std::string(std::get<2>(t))};
  };
  check(trade(), text, self);
  check(tuple(), text, of_tuple);
  check(view(), text, of_tuple);
  for (std::size_t size : {1u, 2u, 7u, 16u, 100u, 1000u}) {
    check(trade(), rill_test::scripted_reader(text, size), self);
    rill_test::scripted_reader in(text, size, rill_test::one_byte);
    check(tuple(), in, of_tuple);
  }
  rill_test::folder const folder;
  std::string const path = folder / "table.csv";
  rill_test::set_content(path, text);
  check(trade(), rill::file_reader(path, 64), self);
  check(view(), rill::file_reader(path), of_tuple);
  check(trade(), rill::file::open(path), self);
}

TEST_CASE("csv/table: arrays, pairs and vectors are rows") {
  std::string text;
  for (int i = 0; i != 200; ++i)
    text += std::to_string(i) + ',' + std::to_string(-i) + '\n';
  int i = 0;
  for (auto& [a, b] : rill::csv<std::pair<int, short>>(text)) {
    CHECK(a == i);
    CHECK(b == -i++);
  }
  CHECK(i == 200);
  i = 0;
  for (auto& row : rill::csv<std::array<long, 2>>(text)) {
    CHECK(row[0] == i);
    CHECK(row[1] == -i++);
  }
  CHECK(i == 200);
  std::size_t sum = 0;
  for (auto& row : rill::csv<std::vector<double>>(rill::from("1,2,3\n4\n5,6")))
    sum = sum * 10 + row.size();
  CHECK(sum == 312);
}

TEST_CASE("csv/table: optionals, bool, characters and views") {
  std::string const text =
      "1,true,x,\"v\"\"w\",n\n,0, ,,\n\"2\",1,\",\",z,\"\"\n";
  std::string seen;
  for (odd& row : rill::csv<odd>(text)) {
    seen += row.count ? std::to_string(*row.count) : "none";
    seen += row.is_on ? 'y' : 'n';
    seen += row.letter;
    seen += row.view;
    seen += '/' + row.note.value_or("none") + ' ';
  }
  CHECK(seen == "1yxv\"w/n nonen /none 2y,z/none ");
}

TEST_CASE("csv/table: names of columns in errors hold no order") {
  auto const told_by = [](std::string const& table, std::string_view column) {
    return told([&] {
      for (auto const& row : rill::csv(table, {.header = true}))
        (void)row.get<int>(column);
    });
  };
  CHECK(told_by("\x1b[2Jid,\x1b]0;x\x07\n1,2\n", "a\nb") ==
        "find column \"a\\nb\" in text: no column has this name; there are: "
        "\\x1b[2Jid, \\x1b]0;x\\x07");
  // A quote in a column's name does not end the name in the sentence.
  CHECK(told_by("\"i\"\"\\\xff\td\"\nx\n", "i\"\\\xff\td") ==
        "text:2:1: expected an integer in column \"i\\\"\\\\\\xff\\td\", "
        "found \"x\"\nx\n^");
  // Long names are cut at the end of a character.
  std::string const digits = "0123456789012345678901234567890123456";
  CHECK(told_by(digits + "45\u20AC\nx\n", digits + "45\u20AC") ==
        "text:2:1: expected an integer in column \"" + digits +
            "45\u2026\", found \"x\"\nx\n^");
  std::string const names = digits + "," + digits + "\u20AC," + digits;
  CHECK(told_by(names + "\n1,2,3\n", "x") ==
        "find column \"x\" in text: no column has this name; there are: " +
            digits + ", " + digits + "\u20AC, " + digits.substr(0, 28) +
            "\u2026");
}

TEST_CASE("csv/table: members with names find their columns") {
  std::string const text =
      "price,other,id,\"name\"\n1.5,x,1,one\n,y,2,\"two, \"\"2\"\"\"\n";
  std::string seen;
  for (named& row : rill::csv<named>(text, {.header = true}))
    seen += std::to_string(row.id) + row.name + (row.price ? "p " : "n ");
  CHECK(seen == "1onep 2two, \"2\"n ");
  for (auto const& row : rill::csv(text, {.header = true})) {
    CHECK(row.read<named>().name == row["name"]);
  }
  CHECK(told_of<named>("id,price\n1,2\n", {.header = true}) ==
        "find column \"name\" in text: no column has this name; there are: id, "
        "price");
  CHECK(told_of<named>("id,name,price,x\n1,2,3\n", {.header = true}) ==
        "text:2:6: expected column \"x\", found the end of the line\n1,2,3\n"
        "     ^");
  CHECK(told_of<named>("name,id,price\na,b,c\n", {.header = true}) ==
        "text:2:3: expected an integer in column \"id\", found \"b\"\na,b,c\n"
        "  ^");
  // The second loop reports the missing column again.
  auto rows =
      rill::csv<in_order>(rill::from("b,c\n1,2\n3,4\n"), {.header = true});
  for (int i = 0; i != 2; ++i)
    CHECK(
        told([&] {
          for (in_order& row : rows) (void)row;
        }) ==
        "find column \"a\" in text: no column has this name; there are: b, c");
  // Without a header the columns are taken in the order of the members.
  int sum = 0;
  for (in_order& row : rill::csv<in_order>(rill::from("1,2\n3,4\n")))
    sum += row.a * row.b;
  CHECK(sum == 14);
  std::string many = "a,b\n";
  for (int i = 0; i != 100; ++i) many += std::to_string(i) + ",1\n";
  sum = 0;
  for (in_order& row : rill::csv<in_order>(many, {.header = true}))
    sum += row.a * row.b;
  CHECK(sum == 4950);
  many[0] = 'b';
  many[2] = 'a';
  sum = 0;
  for (in_order& row : rill::csv<in_order>(many, {.header = true}))
    sum += row.b;
  CHECK(sum == 4950);
}

TEST_CASE("csv/table: errors name line, column and the column's name") {
  using row = std::tuple<int, signed char, std::string>;
  CHECK(told_of<row>("id,n,s\n1,2,x\n3,x y,z\n", {.header = true}) ==
        "text:3:3: expected an integer in column \"n\", found \"x y\"\n"
        "3,x y,z\n  ^");
  CHECK(told_of<row>("1,2,x\n3,\"300\",z\n") ==
        "text:2:4: expected an integer between -128 and 127 in field 2, found "
        "\"300\"\n3,\"300\",z\n   ^");
  using positive = std::tuple<unsigned char, double>;
  CHECK(told_of<positive>("-5,1\n") ==
        "text:1:1: expected an integer between 0 and 255 in field 1, found "
        "\"-5\"\n-5,1\n^");
  CHECK(told_of<positive>("5;3,5\n", {.delimiter = ';'}) ==
        "text:1:3: expected a number with a decimal point (rill::float_syntax "
        "has the comma) in field 2, found \"3,5\"\n5;3,5\n  ^");
  CHECK(told_of<positive>("5,+1\n") ==
        "text:1:3: expected a number without a plus sign (rill::plus(x) allows "
        "it) in field 2, found \"+1\"\n5,+1\n  ^");
  CHECK(told_of<positive>("5,1+5\n") ==
        "text:1:3: expected a number in field 2, found \"1+5\"\n5,1+5\n  ^");
  CHECK(told_of<row>("1,\"a\"\"b\",x\n") ==
        "text:1:4: expected an integer in field 2, found \"a\\\"b\"\n"
        "1,\"a\"\"b\",x\n   ^");
  CHECK(told_of<row>("1,,x\n") ==
        "text:1:3: expected an integer in field 2, found \"\"\n1,,x\n  ^");
  CHECK(told_of<row>("1,2\n") ==
        "text:1:4: expected field 3, found the end of the line\n1,2\n   ^");
  CHECK(
      told_of<row>("id,n,s\n1,2\n", {.header = true}) ==
      "text:2:4: expected column \"s\", found the end of the line\n1,2\n   ^");
  CHECK(told_of<row>("1,2,3,4\n") ==
        "text:1:7: expected the end after 3 fields, found \"4\"\n1,2,3,4\n"
        "      ^");
  CHECK(told_of<row>("\"a\nb\",1,\"\n\nc\"\n") ==
        "text:1:2: expected an integer in field 1, found \"a\\nb\"\n\"a\n ^");
  CHECK(told_of<row>("1,2,\"\n\"\n3,4,\"") ==
        "text:3:5: expected a closing quote, found the end of the input\n"
        "3,4,\"\n    ^");
  CHECK(told_of<rill::csv_record>("a,\"b\" c\n") ==
        "text:1:6: expected a delimiter or the end of the line, found \" "
        "\"\na,\"b\" c\n     ^");
  CHECK(told_of<rill::csv_record>("a,b\n\nc\n", {.uniform = true}) ==
        "text:3:2: expected field 2, found the end of the line\nc\n ^");
  CHECK(told_of<rill::csv_record>("a,b\nc,d,e\n",
                                  {.header = true, .uniform = true}) ==
        "text:2:5: expected the end after 2 fields, found \"e\"\nc,d,e\n    ^");
  CHECK(told([] {
          for (auto const& r :
               rill::csv(rill::from("id,n\n1,2\n"), {.header = true}))
            (void)r["x"];
        }) ==
        "find column \"x\" in text: no column has this name; there are: id, n");
  CHECK(told([] {
          for (auto const& r : rill::csv(rill::from("1,2\n")))
            (void)r.get<int>("x");
        }) ==
        "find column \"x\" in text: no column has this name; there are: none "
        "without the option header");
  rill_test::folder const folder;
  std::string const path = folder / "in.csv";
  rill_test::set_content(path, "id,n\n1,2\n");
  CHECK(told([&] {
          for (auto const& r :
               rill::csv(rill::file::open(path), {.header = true}))
            (void)r["x"];
        }) == "find column \"x\" in " + path +
                  ": no column has this name; there are: id, n");
}

TEST_CASE("csv/table: the line is right in files and behind what was read") {
  rill_test::folder const folder;
  std::string const path = folder / "table.csv";
  rill_test::set_content(path, "# a table\n" + padding(500) + "1,2,3\nx,2,3\n");
  for (std::size_t size : {1u, 16u, 1000u, 65536u}) {
    rill::file_reader in(path, size);
    std::string first;
    REQUIRE(rill::scan(in, rill::line(first)));
    std::string const what = told([&] {
      for (trade& t : rill::csv<trade>(in)) (void)t;
    });
    CHECK(what == path +
                      ":503:1: expected an integer in field 1, found \"x\"\n"
                      "x,2,3\n^");
    rill::file_reader again(path, size);
    REQUIRE(rill::scan(again, rill::line(first)));
    unsigned long long line = 2;
    for (auto const& row : rill::csv(again)) CHECK(row.line() == line++);
    CHECK(line == 504);
  }
}

TEST_CASE("csv/table: after an error a new loop goes on with the row behind") {
  auto table =
      rill::csv<std::array<int, 2>>(rill::from("1,2\n3,x\n5,6\ny,8\n9,10\n"));
  int sum = 0;
  int errors = 0;
  for (bool is_done = false; !is_done;) {
    std::string const what = told([&] {
      for (auto& row : table) sum += row[0] + row[1];
      is_done = true;
    });
    errors += what != "nothing";
  }
  CHECK(sum == 1 + 2 + 5 + 6 + 9 + 10);
  CHECK(errors == 2);
}

TEST_CASE("csv/table: what a loop did not see stays in the reader") {
  auto in = rill::from("1,2\n3,4\n5 rest");
  for (auto& row : rill::csv<std::array<int, 2>>(in))
    if (row[0] == 3) break;
  int n = 0;
  std::string word;
  CHECK(rill::scan(in, n, word));
  CHECK(n == 5);
  CHECK(word == "rest");
}

TEST_CASE("csv/table: other delimiters and quotes") {
  using row = std::tuple<double, std::string>;
  std::vector<row> seen;
  for (row& r : rill::csv<row>(rill::from("1.5;'a;''b'\n2;c,d\n"),
                               {.delimiter = ';', .quote = '\''}))
    seen.push_back(r);
  CHECK(seen == std::vector<row>{{1.5, "a;'b"}, {2, "c,d"}});
  int sum = 0;
  for (auto& [a, b] : rill::csv<std::pair<int, int>>(rill::from("1\t2\n3\t4\n"),
                                                     {.delimiter = '\t'}))
    sum += a * b;
  CHECK(sum == 14);
}

TEST_CASE("csv/table: errors of the device are thrown") {
  // One byte a call: the failing call lies in the middle of a row.
  for (int call = 0; call != 10; ++call)
    CHECK(told([call] {
            rill_test::scripted_reader in("1,2\n3,4\n5,", 4,
                                          [call](int now, std::size_t) -> long {
                                            return now == call ? -EIO : 1;
                                          });
            for (auto& row : rill::csv<std::array<int, 2>>(in)) (void)row;
          }) == std::string("read script: ") + strerror(EIO));
}

TEST_CASE("csv/table: every cut of a table is rows, then an error or the end") {
  std::string const text = "1,2.5,\"a\"\"b\nc\"\r\n2,3,d\n";
  for (std::size_t size = 0; size <= text.size(); ++size)
    for (std::size_t buffer : {1u, 64u}) {
      rill_test::scripted_reader in(text.substr(0, size), buffer);
      int count = 0;
      std::string const what = told([&] {
        for (trade& t : rill::csv<trade>(in)) {
          ++count;
          CHECK(t.id == count);
        }
      });
      CAPTURE(size);
      if (size >= 16) CHECK(count >= 1);
      if (size == 0 || size == text.size()) CHECK(what == "nothing");
      if (size == text.size()) CHECK(count == 2);
      if (what != "nothing") CHECK(what.starts_with("script: expected "));
    }
}

TEST_CASE_TEMPLATE("csv/table: numbers of every length, as parse has them", T,
                   signed char, unsigned short, int, long long,
                   unsigned long long) {
  std::mt19937_64 random(20);
  for (int i = 0; i != 1500; ++i) {
    std::string number = random() % 3 == 0 ? "-" : "";
    for (std::size_t k = random() % 21; k != 0; --k)
      number +=
          random() % 40 == 0 ? 'x' : static_cast<char>('0' + random() % 10);
    CAPTURE(number);
    // 200 bytes follow, enough for the fast path; then none.
    for (std::size_t size : {200u, 0u}) {
      std::string const text = number + ",7\n" + std::string(size, 'y');
      auto const expected = rill::try_parse<T>(number);
      bool is_read = false;
      try {
        for (auto& [first, second] : rill::csv<std::pair<T, int>>(text)) {
          is_read = true;
          REQUIRE(expected);
          REQUIRE(first == *expected);
          REQUIRE(second == 7);
          break;
        }
      } catch (rill::error const& reason) {
        REQUIRE(!expected);
        rill::error_code const too_large = rill::scan_problem::out_of_range;
        REQUIRE((reason.code() == too_large) ==
                (expected.error().code() == too_large));
      }
      REQUIRE(is_read == bool(expected));
    }
  }
}

TEST_CASE_TEMPLATE("csv/table: decimal fractions, as parse has them", T, float,
                   double) {
  std::mt19937_64 random(21);
  std::string text;
  std::vector<T> expected;
  for (int i = 0; i != 4000; ++i) {
    std::string number = random() % 3 == 0 ? "-" : "";
    std::size_t const point = random() % 12;
    for (std::size_t k = 0, size = 1 + random() % 20; k != size; ++k) {
      if (k == point && k != 0) number += '.';
      number +=
          random() % 3 == 0 ? '0' : static_cast<char>('0' + random() % 10);
    }
    text += number + (i % 4 == 3 ? "\n" : ",");
    expected.push_back(rill::parse<T>(number));
  }
  std::size_t i = 0;
  for (auto const& row : rill::csv<std::array<T, 4>>(text))
    for (T x : row) {
      REQUIRE(x == expected[i]);
      REQUIRE(std::signbit(x) == std::signbit(expected[i]));
      ++i;
    }
  CHECK(i == expected.size());
}

TEST_CASE("csv/table: rows of many ints, one of which may be another thing") {
  std::mt19937_64 random(22);
  std::string const odd[] = {"2147483648", "-2147483649", "7.0",
                             "",           "1e2",         "4294967296"};
  for (int round = 0; round != 500; ++round) {
    std::array<int, 11> values{};
    std::string row;
    std::size_t const wrong = random() % 22;
    for (std::size_t i = 0; i != values.size(); ++i) {
      values[i] = static_cast<int>(random() >> random() % 32);
      row += i == wrong ? odd[random() % 6] : std::to_string(values[i]);
      row += i + 1 == values.size() ? "\r\n" : ",";
    }
    CAPTURE(row);
    std::string const text = row + row + std::string(200, '\n');
    std::size_t rows = 0;
    try {
      for (auto const& found : rill::csv<std::array<int, 11>>(text)) {
        REQUIRE(found == values);
        ++rows;
      }
    } catch (rill::error const&) {
      REQUIRE(wrong < values.size());
    }
    REQUIRE(rows == (wrong < values.size() ? 0u : 2u));
  }
}
