// test/scan/end_of_input_test.cpp: the end before the first item is an error of
// its own kind; an item or a call that the end cuts is another.
#include <doctest/doctest.h>
#include <rill/locale.h>
#include <rill/rill.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "../support/locales.h"

using rill::scan_problem;

namespace {

struct point {
  int x = 0, y = 0;

  friend void rill_scan(auto& in, point& to) { in("(", to.x, ",", to.y, ")"); }
};

struct pair_of_reads {
  int x = 0, y = 0;

#if RILL_EXCEPTIONS
  friend void rill_scan(rill::reader& in, pair_of_reads& to) {
    to.x = rill::read<int>(in);
    to.y = rill::read<int>(in);
  }
#endif
};

struct item {
  int count = 0;
  std::string name;
};

// The error of reading a text by try_scan, try_read and read: all have the
// same kind.
template <class... T>
rill::error error_of(std::string const& text) {
  auto in = rill::from(text);
  std::tuple<T...> values;
  auto const how = std::apply(
      [&](auto&... items) { return rill::try_scan(in, items...); }, values);
  REQUIRE(!how);
  CHECK(how.at_end() == how.error().is_end_of_input());
  auto again = rill::from(text);
  auto const read = rill::try_read<T...>(again);
  REQUIRE(!read);
  CHECK((read.error().code() == how.error().code()));
#if RILL_EXCEPTIONS
  auto third = rill::from(text);
  try {
    (void)rill::read<T...>(third);
    FAIL("no exception");
  } catch (rill::error const& thrown) {
    CHECK((thrown.code() == how.error().code()));
  }
#endif
  return how.error();
}

template <class... T>
void check_kinds(std::vector<std::string> const& cut) {
  for (char const* nothing : {"", " ", " \n\t\n"}) {
    CAPTURE(nothing);
    CHECK((error_of<T...>(nothing).code() == scan_problem::end_of_input));
  }
  for (std::string const& text : cut) {
    CAPTURE(text);
    rill::error const why = error_of<T...>(text);
    CHECK((why.code() == scan_problem::cut));
    CHECK(!why.is_end_of_input());
    CHECK(std::string(why.what()).find("found the end of the input") !=
          std::string::npos);
  }
}

}  // namespace

TEST_CASE("scan/scan: the end before the first item is no other error") {
  check_kinds<int>({});
  check_kinds<double>({});
  check_kinds<bool>({});
  check_kinds<char>({});
  check_kinds<std::string>({});
  check_kinds<int, int>({"1", "1 \n"});
  check_kinds<std::string, double, int>({"a", "a 1.5 "});
  check_kinds<point>({"(", "(1", "(1,", "(1,2"});
  check_kinds<item>({"1", "item{1, "});
  check_kinds<std::vector<int>>({"[", "[1", "[1, "});
  check_kinds<std::array<int, 2>>({"1", "[1, "});
#if RILL_EXCEPTIONS
  check_kinds<pair_of_reads>({"1", "1 "});
#endif
}

TEST_CASE("scan/scan: the sentence of the end names the item and the place") {
  int n = 7;
  auto in = rill::from("1 2\n3\n");
  while (rill::scan(in, n)) {
  }
  auto const how = rill::try_scan(in, n);
  REQUIRE(!how);
  CHECK(how.at_end());
  CHECK(how.error().is_end_of_input());
  CHECK(std::string(how.error().what()) ==
        "text:3:1: expected an integer, found the end of the input");
  CHECK(n == 3);
  CHECK(!rill::scan(in, n));
  std::string line;
  CHECK(std::string(rill::try_scan(in, rill::line(line)).error().what()) ==
        "text:3:1: expected a line, found the end of the input");
  CHECK(std::string(rill::try_scan(in, "x", n).error().what()) ==
        "text:3:1: expected \"x\", found the end of the input");
  CHECK(rill::try_scan(in, "x", n).at_end());
  CHECK(rill::try_scan(in));
  CHECK(!rill::try_scan(in).at_end());
  CHECK(!rill::error().is_end_of_input());
}

TEST_CASE("scan/scan: an empty text is parsed as an end") {
  CHECK(rill::try_parse<int>("").error().is_end_of_input());
  CHECK(!rill::try_parse<int>("1x").error().is_end_of_input());
  CHECK(std::string(rill::try_parse<int>("").error().what()) ==
        "text:1:1: expected an integer, found the end of the input");
}

#if RILL_EXCEPTIONS
TEST_CASE("scan/read: elements and rows that the end cuts") {
  auto const code_of = [](std::string const& text, auto read) {
    auto in = rill::from(text);
    try {
      read(in);
    } catch (rill::error const& thrown) {
      return thrown.code();
    }
    return rill::error_code();
  };
  auto const counted = [](auto& in) {
    (void)rill::read<std::vector<int>>(in, 3);
  };
  CHECK((code_of(" ", counted) == scan_problem::end_of_input));
  CHECK((code_of("1 2", counted) == scan_problem::cut));
  auto const numbers = [](auto& in) {
    (void)rill::read<std::vector<std::vector<int>>>(in, 2, 2);
  };
  CHECK((code_of("", numbers) == scan_problem::end_of_input));
  CHECK((code_of("1 2", numbers) == scan_problem::cut));
  CHECK((code_of("1 2 3", numbers) == scan_problem::cut));
  auto const words = [](auto& in) {
    (void)rill::read<std::vector<std::string>>(in, 2, 3);
  };
  CHECK((code_of("\n", words) == scan_problem::end_of_input));
  CHECK((code_of("abc\n", words) == scan_problem::cut));
  CHECK((code_of("abc\nab", words) == scan_problem::malformed));
}
#endif

TEST_CASE("scan/scan: the end in a locale") {
  rill::imbued in(rill::from("1"), rill_test::german);
  int a = 0, b = 0;
  CHECK((rill::try_scan(in, a, b).error().code() == scan_problem::cut));
  CHECK(rill::try_scan(in, a).error().is_end_of_input());
  rill::imbued cut(rill::from("(1,"), rill_test::german);
  point p;
  CHECK((rill::try_scan(cut, p).error().code() == scan_problem::cut));
  CHECK(rill::try_scan(cut, p).error().is_end_of_input());
}
