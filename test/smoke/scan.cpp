// test/smoke/scan.cpp: readers, scanning and std::ostream; ends with 0 when
// every value is read back.
#include <rill/iostream.h>
#include <rill/rill.h>

#include <sstream>  // std::ostringstream
#include <string>   // std::string

namespace {

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  rill::eprintln("wrong: ", what);
}

struct point {
  int x = 0, y = 0;
  friend constexpr void rill_print(auto& out, point const& p) {
    out("(", p.x, ", ", p.y, ")");
  }
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ",", p.y, ")"); }
};

void items() {
  int n = 0;
  unsigned long long big = 0;
  std::string word;
  bool yes = false;
  char letter = ' ';
  point p;
  bool const all =
      rill::scan(rill::from("-12 18446744073709551615 word true c (3, 4) x=ff"),
                 n, big, word, yes, letter, p, "x=", rill::hex(n));
  check(all && n == 255 && big == ~0ull && word == "word" && yes &&
            letter == 'c' && p.x == 3 && p.y == 4,
        "scan of every kind of item");
  check(rill::parse<short>("-321") == -321, "parse");
  check(!rill::try_parse<short>("99999"), "out of range");
  auto [a, b] = rill::read<int, std::string>(rill::from("7 seven"));
  check(a == 7 && b == "seven", "read of two");
  std::string quoted;
  std::string const printed = rill::concat(rill::quoted("a\"\n\x01"));
  rill::scan(rill::from(printed), rill::quoted(quoted));
  check(quoted == "a\"\n\x01", "quoted");
}

void floats() {
  double a = 0, b = 0;
  float c = 0;
  long double d = 0;
  bool const all = rill::scan(rill::from("0.1 -1e23 0x1.8p1 inf"), a, b, c, d);
  check(all && a == 0.1 && b == -1e23 && c == 3 && d > 1e300L,
        "scan of floating-point numbers");
  check(
      rill::parse<double>("2.2250738585072011e-308") < 2.2250738585072014e-308,
      "parse of a subnormal number");
  check(!rill::try_parse<float>("1e39"), "a float out of range");
}

void errors() {
  int n = 0;
  auto const wrong = rill::try_scan(rill::from("1\n2 abc"), n, n, n);
  check(!wrong && wrong.error().line() == 2 && wrong.error().column() == 3,
        "the place of an error");
  check(rill::concat(wrong.error()) ==
            "text:2:3: expected an integer, found \"abc\"\n2 abc\n  ^",
        "the text of an error");
  check(rill::try_scan(rill::from("  "), n).at_end(), "the end");
  point p;
  auto const cut = rill::try_scan(rill::from("(3"), p);
  check(!cut && !cut.at_end(), "an item cut short is no clean end");
  char c = ' ';
  int letters = 0;
  auto in = rill::from("a b\n");
  while (rill::scan(in, " ", c)) ++letters;
  check(letters == 2, "white space to match is no item");
}

void ranges() {
  {
    rill::file_writer out("values.txt");
    for (int i = 0; i != 100000; ++i) rill::print(out, i, i % 10 ? " " : "\n");
  }
  long long sum = 0;
  for (long long n : rill::values<long long>(rill::file::open("values.txt")))
    sum += n;
  check(sum == 4999950000, "values");
  std::size_t lines = 0, bytes = 0;
  rill::file_reader in("values.txt");
  for (auto line : rill::lines(in)) ++lines, bytes += line.size() + 1;
  check(lines == 10001 && bytes == rill::load("values.txt").size() + 1,
        "lines");
  FILE* const stream = fopen("values.txt", "r");
  long long again = 0;
  for (long n = 0; rill::scan(stream, n);) again += n;
  fclose(stream);
  check(again == sum, "scan of a FILE*");
}

void output_stream() {
  std::ostringstream to;
  to << 1;
  rill::print(to, ' ', 2);
  check(to.str() == "1 2", "std::ostream");
}

}  // namespace

int main() {
  items();
  floats();
  errors();
  ranges();
  output_stream();
  return faults != 0;
}
