// test/golden/from_fmt.cpp: the code of docs/from-fmt.md, which
// tools/test_migration.py compares with the page.
// elsewhere: via_fmt(x): test/driver/fmt_test.cpp
#include <rill/locale.h>
#include <rill/rill.h>
#include <stdio.h>

#include <charconv>  // std::to_chars
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "../support/migration.h"

using rill_test::check;
using rill_test::check_print;

namespace {

struct point {
  int x, y;
};
enum class color { red, green };
struct T {
  int value;
  friend void rill_print(auto& out, T const& x) { out(x.value); }
};

void calls() {
  int const x = 5, n = 42, a = 1, b = 2;
  FILE* const file = stdout;
  rill::println("x = ", x);
  rill::eprint("x = ", x);
  rill::print(file, "n = ", n, '\n');
  check(rill::concat("x = ", x), "x = 5");
  check(rill::concat(n), "42");
  std::string s;
  rill::append(s, a, b);
  check(s, "12");
  char span[4];
  check({span, rill::format_into(span, a, b).end}, "12");
  std::string text;
  rill::string_writer out_of_text(text);
  rill::print(out_of_text, n);
  out_of_text.flush();
  check(text, "42");
  char const* const path = "from_fmt.txt";
  {
    rill::file_writer out(path);
    rill::print(out, n);
    out.close();
  }
  check(rill::load(path).view(), "42");
  check(::remove(path) == 0);
  check_print("2 1", rill::tr("{1} {0}", a, b));
}

void joined() {
  std::vector<int> const v = {10, 11};
  check_print("a, b",
              rill::join(v, ", ", [](int const& n) { return rill::hex(n); }));
}

void zero_padded() {
  int const n = 42;
  double const x = 2.5;
  check_print("0042", rill::zero_padded(n, 4));
  check_print("00002.50", rill::zero_padded(rill::fixed(x, 2), 8));
  check_print("0x0000002a", rill::zero_padded(rill::prefix(rill::hex(n)), 10));
}

void specifications() {
  int const n = 48879, width = 7, digits = 3;
  {
    int const x = 42;
    check_print("      42", rill::right(x, 8));
    check_print("42      ", rill::left(x, 8));
    check_print("***42****", rill::center(x, 9, '*'));
    check_print("     42", rill::right(x, width));
  }
  check_print("beef", rill::hex(n));
  check_print("BEEF", rill::upper(rill::hex(n)));
  check_print("0xbeef", rill::prefix(rill::hex(n)));
  check_print("1011111011101111", rill::bin(n));
  check_print("0137357", rill::prefix(rill::oct(n)));
  double const x = 2.5;
  std::string const s = "a\tb";
  check_print("\"a\\tb\"", rill::quoted(s));
  check_print("+2.5", rill::plus(x));
  check_print(" 2.5", rill::space(x));
  check_print("2.50", rill::fixed(x, 2));
  check_print("2.50e+00", rill::scientific(x, 2));
  check_print("2.5", rill::general(x, 3));
  check_print("2.500", rill::fixed(x, digits));
  check_print("2.500000", rill::fixed(x, 6));
  check_print("2.500000e+00", rill::scientific(x, 6));
  check_print("2.5", rill::general(x, 6));
  check_print("0x1.4p+1", rill::hexfloat(x));
  check_print("0x1.400p+1", rill::hexfloat(x, 3));
  check_print("2.5E+00", rill::upper(rill::scientific(x, 1)));
  check(rill::concat(rill::styled(x, rill::red | rill::bold)), "2.5");
  check_print("5\xE2\x82\xAC", 5, L"\u20AC");
}

void locales() {
  double const x = 1234567.5;
  check_print("1,234,567.5", rill::grouped(x));
  check_print("1.234.567,5", rill::grouped(rill::decimal_comma(x)));
  rill::c_locale const locale("C");
  check_print("1234567.5", rill::localized(x, locale));
}

void times() {
  using namespace std::chrono_literals;
  auto const t = std::chrono::sys_seconds(1795296862s);
  int const digits = 3;
  check_print("42ms", 42ms);
  check_print("2026-11-21T21:34:22Z", t);
  check_print("2026-11-21T21:34:22.000Z", rill::iso8601(t, digits));
  check(!rill::concat(rill::local_time(t)).empty());
}

void types() {
  check_print("1", std::optional(1));
  check_print("5", std::variant<int>(5));
  check_print("Input/output error (generic:5)",
              std::make_error_code(std::errc::io_error));
  check_print("path", std::filesystem::path("path"));
  check_print("point{1, 2}", point{1, 2});
  check_print("red", color::red);
  check_print("7", T{7});
  int n = 0;
  check(rill::scan(rill::from("5"), n) && n == 5);
  check(rill::read<int>(rill::from("6")) == 6);
  check(rill::parse<int>("7") == 7);
  for (int value : rill::values<int>(rill::from("8"))) check(value == 8);
}

void differences() {
  for (double const x : {1e5, 0.0001, 9223372036854775808.0}) {
    char text[40];
    check(rill::concat(x),
          {text, std::to_chars(text, text + sizeof text, x).ptr});
  }
  check_print("1e+05 1e-04 9223372036854775808", 1e5, ' ', 0.0001, ' ',
              9223372036854775808.0);
  check_print("nan", -__builtin_nan(""));
}

}  // namespace

int main() {
  rill_test::own_folder const here;
  calls();
  joined();
  zero_padded();
  specifications();
  locales();
  times();
  types();
  differences();
}
