// test/golden/from_iostream.cpp: the code of docs/from-iostream.md, which
// tools/test_migration.py compares with the page.
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/rill.h>
#include <rill/unicode.h>
#include <stdio.h>

#include <bitset>
#include <chrono>
#include <complex>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "../support/migration.h"

using rill_test::check;
using rill_test::check_print;

namespace {

struct money {
  int cents;
  friend std::ostream& operator<<(std::ostream& out, money m) {
    return out << m.cents << 'c';
  }
  friend std::istream& operator>>(std::istream& in, money& m) {
    return in >> m.cents;
  }
};
struct point {
  int x = 0, y = 0;
  friend void rill_print(auto& out, point const& p) { out(p.x, ';', p.y); }
  friend void rill_scan(auto& in, point& p) { in(p.x, ";", p.y); }
};

void printing() {
  char const* const path = "from_iostream.txt";
  int const x = 5, a = 1, b = 2;
  rill::println("x = ", x);
  rill::eprintln(x);
  rill::println(x);
  rill::flush();
  {
    rill::file_writer f(path);
    rill::print(f, x);
    f.close();
  }
  check(rill::load(path).view(), "5");
  check(::remove(path) == 0);
  check(rill::concat(a, b), "12");
  int const n = -255;
  check_print("-ff", rill::hex(n));
  check_print("-0XFF", rill::prefix(rill::upper(rill::hex(n))));
  check_print("0X0", rill::prefix(rill::upper(rill::hex(0))));
  std::ostringstream zero;
  zero << std::showbase << std::uppercase << std::hex << 0;
  check(zero.str(), "0");
  check_print("    -255", rill::right(n, 8));
  check_print("-255    ", rill::left(n, 8));
  std::string const s = "a\t\"";
  check_print("\"a\\t\\\"\"", rill::quoted(s));
}

void floating() {
  double const x = 2.5;
  int const n = 3, digits = 1;
  check_print("2.5", rill::general(x, 6));
  check_print("2.5", rill::general(x, n));
  check_print("2.50", rill::fixed(x, 2));
  check_print("2.50e+00", rill::scientific(x, 2));
  check_print("0x1.4p+1", rill::hexfloat(x));
  check_print("2.5", rill::upper(rill::general(x, 6)));
  check_print("+2.5", rill::plus(rill::general(x, 6)));
  check_print("000002.5", rill::zero_padded(rill::general(x, 6), 8));
  check_print("2.5", rill::fixed(x, digits));
  check_print("2,5", rill::grouped(rill::decimal_comma(x)));
  std::ostringstream os;
  rill::c_locale const locale("C");
  rill::print(rill::imbued(os, locale), x);
  check(os.str(), "2.5");
}

void objects() {
  void const* const p = nullptr;
  check_print("0x0", rill::ptr(p));
  std::ostringstream null;
  null << p;
  check(null.str(), "0");
  std::vector<int> const range = {1, 2};
  check_print("1, 2", rill::join(range, ", "));
  std::map<std::string, int> const x = {{"a", 1}};
  rill::println(x);
  check_print("{\"a\": 1}", x);
  check_print("10110", std::bitset<5>(22));
  check_print("1+2i", std::complex<double>(1, 2));
  auto const code = std::make_error_code(std::errc::io_error);
  check_print("Input/output error (generic:5)", code);
  std::ostringstream there;
  there << std::complex<double>(1, 2) << ' ' << code;
  check(there.str(), "(1,2) generic:5");
  check_print("2026-11-21T21:34:22Z",
              std::chrono::sys_seconds(std::chrono::seconds(1795296862)));
}

void types() {
  check_print("1;2", point{1, 2});
  point p;
  check(rill::scan(rill::from("3;4"), p) && p.x + p.y == 7);
  money x{5};
  check_print("5c", rill::via_ostream(x));
  check(rill::scan(rill::from("6"), rill::via_istream(x)) && x.cents == 6);
  std::string taken;
  {
    rill::callback_writer out([&](char const* data, std::size_t size) {
      taken.append(data, size);
      return size;
    });
    rill::writer& any = out;
    rill::print(any, 12);
    out.flush();
  }
  check(taken, "12");
  bool is_done = false;
  rill::callback_reader source([&](char* to, std::size_t) {
    *to = '7';
    std::size_t const size = is_done ? 0 : 1;
    is_done = true;
    return size;
  });
  rill::reader& any = source;
  int n = 0;
  check(rill::scan(any, n) && n == 7);
}

void streams() {
  char const* const path = "from_iostream.txt";
  {
    int x = 5;
    std::stringstream os;
    rill::print(os, x);
    std::stringstream& in = os;
    check(rill::scan(in, x) && x == 5);
    auto const file = rill::filebuf_file::create(path);
  }
  {
    rill::encoded_writer out(path, rill::utf16le);
    rill::print(out, 'x');
    out.close();
  }
  check(rill::transcode(rill::load(path), rill::utf16le, rill::utf8), "x");
  {
    rill::locked<std::ofstream> out(path);
    int const x = 5;
    rill::print(out, rill::styled(x, rill::red));
  }
  check(rill::load(path).view(), "5");
  {
    rill::file_reader in(path);
    int number = 0;
    check(rill::scan(in, number) && number == 5);
  }
  {
    rill::file_update file(path);
    file.seek(0);
  }
  rill::file::open(path).seek(0);
  check(::remove(path) == 0);
}

void looking_ahead() {
  std::size_t const n = 2;
  rill::memory_reader in = rill::from("abc");
  check(in.peek(n).size == 2);
}

void scanning() {
  int x = 0, sum = 0, a = 0, b = 0, n = 0;
  check(rill::scan(a, b) && a + b == 3);
  while (rill::scan(x)) sum += x;
  check(sum == 12);
  std::string s;
  rill::memory_reader in = rill::from("1f 0x1f line\ncut,1f");
  check(rill::scan(in, rill::hex(n)) && n == 0x1f);
  check(rill::scan(in, rill::prefix(rill::hex(n))) && n == 0x1f);
  char const* const p = in.cursor() + 1;
  in.advance_to(p);
  check(rill::scan(in, rill::line(s)));
  check(s, "line");
  check(rill::scan(in, rill::until(s, ',')));
  check(s, "cut");
  in.advance_to(in.end());
  bool has_ended = false;
  if (!rill::try_scan(in, x))
    has_ended = rill::try_scan(in, x).error().is_end_of_input();
  check(has_ended);
  s = "5 6";
  check(rill::scan(rill::from(s), a, b) && a + b == 11);
  s = "12";
  check(rill::parse<int>(s) == 12 && rill::parse<double>(s) == 12);
  rill::memory_reader source = rill::from("1 2 3");
  std::size_t const count = 2;
  for (int value : rill::values<int>(source)) sum += value;
  check(sum == 18);
  (void)[&] { return rill::read<std::vector<int>>(count); };
}

}  // namespace

int main() {
  rill_test::own_folder const here;
  printing();
  floating();
  objects();
  types();
  streams();
  looking_ahead();
  scanning();
}
