// test/golden/from_stdio.cpp: the code of docs/from-stdio.md, which
// tools/test_migration.py compares with the page.
#include <rill/rill.h>
#include <rill/unicode.h>
#include <stdio.h>

#include <string>
#include <string_view>

#include "../support/migration.h"

using rill_test::check;
using rill_test::check_print;

namespace {

void printing() {
  int const x = 5;
  char const c = 'c';
  FILE* const f = stdout;
  {
    char const* const s = "text";
    rill::println("x = ", x);
    rill::println(s);
    rill::print(c);
    rill::print(f, x);
    rill::eprint(x);
    rill::flush();
  }
  int const n = 1234;
  check_print(" 1234", rill::right(n, 5));
  check_print("1234 ", rill::left(n, 5));
  check_print("01234", rill::zero_padded(n, 5));
  check_print("4d2", rill::hex(n));
  check_print("4D2", rill::upper(rill::hex(n)));
  check_print("2322", rill::oct(n));
  check_print("0x4d2", rill::prefix(rill::hex(n)));
  check_print("02322", rill::prefix(rill::oct(n)));
  check_print("0x0", rill::prefix(rill::hex(0)));
  check_print("000004D2", rill::zero_padded(rill::upper(rill::hex(n)), 8));
  check_print("0x000004d2", rill::zero_padded(rill::prefix(rill::hex(n)), 10));
  check_print("+1234", rill::plus(n));
  check_print(" 1234", rill::space(n));
  check_print("1,234", rill::grouped(n));
}

void floating() {
  double const x = 2.5;
  check_print("2.50", rill::fixed(x, 2));
  check_print("2.50e+00", rill::scientific(x, 2));
  check_print("0x1.40p+1", rill::hexfloat(x, 2));
  check_print("2.500000", rill::fixed(x, 6));
  check_print("2.500000e+00", rill::scientific(x, 6));
  check_print("2.5", rill::general(x, 6));
  check_print("0x1.4p+1", rill::hexfloat(x));
  check_print("2.5", x);
  check_print("0X1.4P+1", rill::upper(rill::hexfloat(x)));
  check_print("00002.50", rill::zero_padded(rill::fixed(x, 2), 8));
  check_print("    2.50", rill::right(rill::fixed(x, 2), 8));
}

void texts() {
  char const c = 'c';
  char const* const none = nullptr;
  check_print("cab%", c, std::string_view("abx", 2), "%");
  check_print("(null)", none);
  wchar_t const wide = L'\u20AC';
  check_print("\xE2\x82\xAC\xE2\x82\xAC", std::wstring(1, wide), wide);
  std::string const s = "\xE2\x82\xAC";
  check_print("\xE2\x82\xAC         ", rill::left(s, 10));
  check(rill::display_width(s) == 1);
  void const* const p = nullptr;
  check_print("0x0", rill::ptr(p));
  char text[8];
  check(std::snprintf(text, sizeof text, "%p", p) == 5);
  check(text, "(nil)");
  char buffer[4];
  check({buffer, rill::format_into(buffer, 12, 3).end}, "123");
  check(rill::concat(12, 3), "123");
  if (auto const opened = rill::file::try_open("no/such"); !opened) {
    rill::error const error = opened.error();
    rill::eprintln(error);
  }
}

void scanning() {
  int a = 0, b = 0, n = 0;
  double x = 0;
  char c = 0;
  std::string s;
  check(rill::scan(a, ",", b));
  check(a == 7 && b == 8);
  check(rill::scan(rill::hex(n)) && n == 0x1f);                // 1f
  check(rill::scan(rill::prefix(rill::hex(n))) && n == 0x1f);  // 0x1f
  unsigned first = 0, second = 0;
  check(std::sscanf("1f 0x1f", "%x %x", &first, &second) == 2);
  check(first == second && rill::parse<int>("31") == 0x1f);
  check_print("1f", rill::hex(first));
  check(rill::scan(x) && x == 2.5);
  check(rill::scan(s));
  check(s, "word");
  check(rill::scan(rill::character(c)) && c == '\n');
  check(rill::scan(rill::until(s, ',')));
  check(s, "until");
  FILE* const f = stdin;
  check(rill::scan(f, n) && n == 9);
  s = "10 11";
  check(rill::scan(rill::from(s), a, b) && a + b == 21);
  int lines = 0;
  for (auto line : rill::lines(f)) lines += line.size() == 4;
  check(lines == 2);
  s = "12";
  check(rill::parse<long>(s) == 12 && rill::parse<double>(s) == 12);
  char const* const end = s.data() + s.size();
  check(rill::parse_integer(s.data(), end, n).end == end && n == 12);
  check(rill::parse_float(s.data(), end, x).end == end && x == 12);
}

void readers() {
  std::string const bytes = "12345678";
  rill::memory_reader source(bytes.data(), bytes.size());
  rill::reader& in = source;
  char block[3];
  std::size_t const n = sizeof block;
  check(in.read(block, n) == 3);
  std::string rest;
  while (!in.at_end()) {
    rest.append(in.cursor(), in.end());
    in.advance_to(in.end());
  }
  check(rest, "45678");
}

void files() {
  char const* const path = "from_stdio.txt";
  {
    rill::file_writer out(path);
    rill::print(out, "1");
    out.close();
  }
  rill::print(rill::file_writer::append(path), "2");
  {
    rill::file_reader in(path);
    int number = 0;
    check(rill::scan(in, number) && number == 12);
  }
  check(::remove(path) == 0);
  rill::print(rill::file_writer::create_new(path), "34");
  check(rill::load(path).view(), "34");
  {
    rill::file_update file(path);
    file.seek(1);
    check(file.position() == 1);
  }
  (void)rill::file_update::create(path);
  check(rill::load(path).empty());
  {
    std::size_t const n = 512;
    rill::file_writer out(path, n);
  }
  {
    rill::c_file f(path);
    auto const held = lock(f);
    rill::print(held, 5);
  }
  {
    using rill::utf16le;
    rill::encoded_writer out(path, utf16le);
    rill::print(out, 'x');
    out.close();
  }
  check(rill::load(path).view(), std::string_view("x\0", 2));
  check(::remove(path) == 0);
  std::string const text = "\xE9";
  rill::encoding const from = rill::latin1, to = rill::utf8;
  check(rill::transcode(text, from, to), "\xC3\xA9");
  check(rill::file::temporary().position() == 0);
}

}  // namespace

int main() {
  rill_test::own_folder const here;
  printing();
  floating();
  texts();
  scanning();
  readers();
  files();
}
