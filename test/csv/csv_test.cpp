// test/csv/csv_test.cpp: csv reads back the rows that csv_row writes.
// covers: csv/rows.h
#include <doctest/doctest.h>
#include <rill/csv.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>  // std::pair
#include <vector>

namespace {

struct trade {
  int id = 0;
  double price = 0;
  std::string name;
  std::optional<int> count;
  bool operator==(trade const&) const = default;
};

}  // namespace

TEST_CASE("csv/rows: quotes only where they are needed") {
  CHECK(rill::concat(rill::csv_row(1, "two, \"2\"", 3.5, std::optional<int>(),
                                   'x', ',', true)) ==
        "1,\"two, \"\"2\"\"\",3.5,,x,\",\",true");
  CHECK(rill::concat(rill::csv_row("a\nb", "c\r", " d ", "e;")) ==
        "\"a\nb\",\"c\r\", d ,e;");
  CHECK(rill::concat(rill::csv_row({.delimiter = ';', .quote = '\''}, "a;b",
                                   "c,d", "it's")) == "'a;b';c,d;'it''s'");
  CHECK(rill::concat(rill::csv_row({.delimiter = '.'}, 1.5, 2)) == "\"1.5\".2");
  CHECK(rill::concat(rill::csv_row("\xEF\xBB\xBFx", 1)) ==
        "\"\xEF\xBB\xBFx\",1");
  CHECK(rill::concat(rill::csv_row()) == "");
  // An empty line is not a row, so an empty field gets quotes.
  CHECK(rill::concat(rill::csv_row("")) == "\"\"");
  CHECK(rill::concat(rill::csv_row(std::optional<int>())) == "\"\"");
  CHECK(rill::concat(rill::csv_row("", "")) == ",");
  CHECK(rill::concat(rill::csv_row(1, std::nullopt, 2)) == "1,,2");
  CHECK(rill::concat(rill::csv_row(std::nullopt)) == "\"\"");
  CHECK(rill::concat(rill::csv_row(std::tuple(std::nullopt, 1))) == ",1");
}

TEST_CASE("csv/rows: a single structure or range is its parts") {
  trade const t{1, 2.5, "a,b", 7};
  CHECK(rill::concat(rill::csv_row(t)) == "1,2.5,\"a,b\",7");
  CHECK(rill::concat(rill::csv_row(std::tuple(1, "x"))) == "1,x");
  CHECK(rill::concat(rill::csv_row(std::vector<int>{1, 2, 3})) == "1,2,3");
  CHECK(rill::concat(rill::csv_row(std::vector<bool>{true, false})) ==
        "true,false");
  CHECK(rill::concat(rill::csv_row(std::vector<std::string>{"a,b", "", "c"})) ==
        "\"a,b\",,c");
  CHECK(rill::concat(rill::csv_row(std::vector<std::string>{})) == "");
  CHECK(rill::concat(rill::csv_row(1, std::vector<int>{1, 2})) ==
        "1,\"[1, 2]\"");
}

TEST_CASE_TEMPLATE("csv/rows: a number beyond its range is always an error", T,
                   signed char, unsigned short, int, unsigned, long long,
                   unsigned long long, float, double) {
  // One more and one less than the range has; digits by std::to_string.
  std::vector<std::string> beyond = {"1e400", "-1e400", "1e-400"};
  if constexpr (std::is_integral_v<T>) {
    std::string const most = std::to_string(std::numeric_limits<T>::max());
    std::string more = most;
    ++more.back();  // no range ends with a 9
    beyond = {more, most + "0", "99999999999999999999999"};
    if (std::is_signed_v<T>) {
      std::string less = std::to_string(std::numeric_limits<T>::min());
      ++less.back();
      beyond.push_back(less);
    } else {
      beyond.insert(beyond.end(), {"-1", "-0", "-" + most});
    }
  }
  auto const is_beyond = [](auto use) {
    try {
      use();
    } catch (rill::error const& reason) {
      return reason.code() ==
             rill::error_code(rill::scan_problem::out_of_range);
    }
    return false;
  };
  for (std::string const& number : beyond) {
    CAPTURE(number);
    T to{};
    CHECK(is_beyond([&] { rill::scan(rill::from(number), to); }));
    CHECK(is_beyond([&] {
      auto how = rill::try_scan(rill::from(number), to);
      if (!how) throw how.error();
    }));
    CHECK(is_beyond([&] { (void)rill::read<T>(rill::from(number)); }));
    CHECK(is_beyond([&] { (void)rill::parse<T>(number); }));
    CHECK(is_beyond([&] { (void)rill::try_parse<T>(number).value(); }));
    CHECK(is_beyond([&] {
      for (T n : rill::values<T>(number)) to = n;
    }));
    CHECK(is_beyond(
        [&] { (void)rill::parse<std::vector<T>>('[' + number + ']'); }));
    CHECK(is_beyond([&] {
      for (auto const& row : rill::csv(number)) to = row.get<T>(0);
    }));
    std::string const setting = "n = " + number;
    CHECK(is_beyond([&] {
      for (auto const& pair : rill::key_values(setting)) to = pair.read<T>();
    }));
    // Near the end of the text a number is read by other code.
    for (std::size_t behind : {0u, 300u})
      CHECK(is_beyond([&] {
        std::string const table = number + ",1\n" + std::string(behind, '\n');
        for (auto const& [n, other] : rill::csv<std::pair<T, int>>(table))
          to = n;
      }));
    CHECK(to == T{});
  }
}

TEST_CASE("csv/rows: long fields") {
  std::string const text(10'000, 'x');
  CHECK(rill::concat(rill::csv_row(1, text)) == "1," + text);
  CHECK(rill::concat(rill::csv_row(1, text + '"')) == "1,\"" + text + "\"\"\"");
  std::vector<int> const many(1000, 12345);
  std::string const cell = rill::concat(rill::csv_row(1, many));
  CHECK(cell.starts_with("1,\"[12345, "));
  CHECK(cell.size() == 2 + 2 + 2 + 7 * 1000 - 2);
}

TEST_CASE("csv/rows: what is written is read again") {
  std::mt19937 random(7);
  std::string const letters = "ab,;\"\n\r\t' \xEF\xBB\xBF";
  auto const text = [&] {
    std::string result;
    for (std::size_t i = random() % 6; i != 0; --i)
      result += letters[random() % letters.size()];
    return result;
  };
  for (char delimiter : {',', ';', '\t', ' '})
    for (int i = 0; i != 300; ++i) {
      rill::csv_options const options{.delimiter = delimiter,
                                      .quote = i % 2 ? '"' : '\''};
      std::vector<std::vector<std::string>> rows;
      std::vector<trade> trades;
      std::string as_text, as_trades;
      for (std::size_t k = random() % 8; k != 0; --k) {
        std::vector<std::string> row;
        for (std::size_t f = 1 + random() % 5; f != 0; --f)
          row.push_back(text());
        rows.push_back(row);
        as_text += rill::concat(rill::csv_row(options, row), "\n");
        trade t{static_cast<int>(random()),
                static_cast<double>(random()) / 1e3,
                text(),
                {}};
        if (random() % 2) t.count = static_cast<int>(random() % 100);
        trades.push_back(t);
        as_trades += rill::concat(rill::csv_row(options, t), "\r\n");
      }
      std::size_t at = 0;
      CAPTURE(as_text);
      for (auto& row : rill::csv<std::vector<std::string>>(as_text, options)) {
        REQUIRE(at < rows.size());
        REQUIRE(row == rows[at++]);
      }
      REQUIRE(at == rows.size());
      at = 0;
      for (trade& t : rill::csv<trade>(as_trades, options)) {
        REQUIRE(at < trades.size());
        REQUIRE(t == trades[at++]);
      }
      REQUIRE(at == trades.size());
    }
}
