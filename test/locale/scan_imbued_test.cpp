// test/locale/scan_imbued_test.cpp: sources of every kind with a locale.
// covers: rill/locale/scan.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/scan.h>
#include <rill/stream.h>
#include <rill/types.h>
#include <stdio.h>

#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/files.h"
#include "support/locales.h"

namespace {

using rill_test::american;
using rill_test::german;

struct point {
  int x = 0;
  double y = 0;
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ";", p.y, ")"); }
};
struct plain_point {
  int x = 0;
};
void rill_scan(rill::reader& in, plain_point& p) { rill::scan(in, p.x); }

constexpr std::string_view german_text =
    "1.234.567 3,5 word (1.000; 2.000,5) ff x=4.000 true line of 1.000\n5.000";

void check_all(auto& in) {
  int n = 0;
  double x = 0;
  std::string word;
  point p;
  unsigned h = 0;
  long m = 0;
  bool b = false;
  std::string line;
  CHECK(rill::scan(in, n, x, word, p, rill::hex(h), "x=", m, b,
                   rill::line(line)));
  CHECK(n == 1234567);
  CHECK(x == 3.5);
  CHECK(word == "word");
  CHECK(p.x == 1000);
  CHECK(p.y == 2000.5);
  CHECK(h == 255);
  CHECK(m == 4000);
  CHECK(b);
  CHECK(line == " line of 1.000");
  CHECK(rill::read<int>(in) == 5000);
  CHECK(!rill::scan(in, n));
}

TEST_CASE("locale/imbued: from memory, borrowed and owned") {
  auto text = rill::from(german_text);
  rill::imbued in(text, german);
  check_all(in);
  rill::imbued owner(rill::from(german_text), german);
  check_all(owner);
}

TEST_CASE("locale/imbued: from a file reader, a FILE*, a loaded file") {
  rill_test::folder const place;
  std::string const path = place / "in";
  rill_test::set_content(path, std::string(german_text));
  for (std::size_t const buffer : {1u, 2u, 16u, 1000u}) {
    rill::imbued in(rill::file_reader(rill::file::open(path), buffer), german);
    check_all(in);
  }
  FILE* const file = fopen(path.c_str(), "rb");
  rill::imbued stream(file, german);
  check_all(stream);
  fclose(file);
  rill::imbued loaded(rill::load(path), german);
  check_all(loaded);
}

TEST_CASE("locale/imbued: from a std::istream, and from a locked reader") {
  std::istringstream text{std::string(german_text)};
  rill::imbued in(text, german);
  check_all(in);
  rill_test::folder const place;
  std::string const path = place / "in";
  rill_test::set_content(path, std::string(german_text));
  rill::locked<rill::file_reader> shared(path);
  rill::imbued guarded(shared, german);
  check_all(guarded);
}

TEST_CASE("locale/imbued: try_scan, read, try_read, read_into") {
  rill::imbued in(
      rill::from("1.000 2.000,5 3.000 4.000 5.000 6.000 7.000 8.000,5 9.000 "
                 "10.000 11.000 12.34"),
      german);
  int n = 0;
  CHECK(rill::try_scan(in, n));
  CHECK(n == 1000);
  auto const [x, m] = rill::read<double, int>(in);
  CHECK(x == 2000.5);
  CHECK(m == 3000);
  CHECK(*rill::try_read<int>(in) == 4000);
  CHECK(rill::read<std::vector<int>>(in, 2) == std::vector<int>{5000, 6000});
  CHECK(rill::read<std::array<double, 2>>(in) ==
        std::array<double, 2>{7000, 8000.5});
  int both[2] = {};
  CHECK(rill::read_into(in, both) == 2);
  CHECK(both[1] == 10000);
  std::vector<int> one(1);
  CHECK(rill::read_into(in, one) == 1);
  CHECK(one[0] == 11000);
  auto const wrong = rill::try_read<int>(in);
  CHECK(!wrong);
  CHECK(wrong.error().column() == 73);
}

TEST_CASE("locale/imbued: values, lines and words") {
  rill::imbued in(rill::from("1.000 2.000\n3.000"), german);
  std::vector<int> all;
  for (int const n : rill::values<int>(in)) all.push_back(n);
  CHECK(all == std::vector<int>{1000, 2000, 3000});
  std::vector<double> owned;
  for (double const x :
       rill::values<double>(rill::imbued(rill::from("1,5 2.000,5"), german)))
    owned.push_back(x);
  CHECK(owned == std::vector<double>{1.5, 2000.5});
  // Ranges of text do not use the locale.
  rill::imbued text(rill::from("1.000 x\ny"), german);
  std::vector<std::string> lines;
  for (auto line : rill::lines(text)) lines.emplace_back(line);
  CHECK(lines == std::vector<std::string>{"1.000 x", "y"});
}

TEST_CASE("locale/imbued: values that were not seen stay in the source") {
  auto text = rill::from("1.000 2.000 3.000");
  rill::imbued in(text, german);
  for (int const n : rill::values<int>(in))
    if (n == 2000) break;
  int rest = 0;
  CHECK(rill::scan(in, rest));
  CHECK(rest == 3000);
}

TEST_CASE("locale/imbued: a FILE* gets back what was not taken") {
  rill_test::folder const place;
  std::string const path = place / "in";
  rill_test::set_content(path, "1.000 2.000 rest");
  FILE* const file = fopen(path.c_str(), "rb");
  rill::imbued in(file, german);
  int n = 0;
  CHECK(rill::scan(in, n));
  CHECK(fgetc(file) == ' ');
  CHECK(fgetc(file) == '2');
  fclose(file);
}

TEST_CASE("locale/imbued: a hook that is no template reads as ever") {
  rill::imbued in(rill::from("\u2003 1 2.000"),
                  rill::locale_data{.spaces = "\u2003"});
  plain_point p;
  CHECK(rill::scan(in, p));
  CHECK(p.x == 1);
}

TEST_CASE("locale/imbued: literals and errors in hooks") {
  constexpr rill::locale_data wide{.decimal_point = ",", .spaces = "\u2003"};
  rill::imbued in(rill::from("\u2003x\u2003= 1,5 (1; z"), wide);
  double x = 0;
  CHECK(rill::scan(in, "x", "=", x));
  CHECK(x == 1.5);
  point p;
  rill::scan_result const result = rill::try_scan(in, p);
  CHECK(!result);
  CHECK(!result.at_end());
  CHECK(result.error().code() ==
        rill::error_code(rill::scan_problem::malformed));
  rill::imbued other(rill::from("(1, 2)"), wide);
  std::string const what = rill::try_scan(other, p).error().what();
  CHECK(what.find("expected \";\"") != std::string::npos);
}

TEST_CASE("locale/imbued: what imbued prints, imbued reads") {
  for (rill::locale_data const* locale : rill_test::all_by_hand) {
    std::string text;
    {
      rill::string_writer inner(text);
      rill::imbued out(inner, *locale);
      for (int n = -2000000; n < 2000000; n += 99991)
        rill::println(out, n, '\t', n / 8.0);
      inner.flush();
    }
    rill::imbued in(rill::from(text), *locale);
    for (int n = -2000000; n < 2000000; n += 99991) {
      int got = 0;
      double half = 0;
      CHECK(rill::scan(in, got, half));
      CHECK(got == n);
      CHECK(half == n / 8.0);
    }
    int more = 0;
    CHECK(!rill::scan(in, more));
  }
}

}  // namespace
