// test/smoke/print.cpp: prints every kind of argument; ends with 0 when every
// text is right.
#include <rill/rill.h>
#include <stdio.h>  // fopen, tmpfile

#include <string>  // std::string
#include <vector>  // something to join

namespace {

int faults = 0;

void check(std::string const& got, char const* wanted) {
  if (got == wanted) return;
  ++faults;
  rill::eprintln("wanted ", rill::quoted(wanted), ", got ", rill::quoted(got));
}

struct point {
  int x, y;
  friend constexpr void rill_print(auto& out, point const& p) {
    out("(", p.x, ", ", p.y, ")");
  }
};

void arguments() {
  check(rill::concat("a", 'b', true, -12, 34u, nullptr), "abtrue-1234nullptr");
  check(rill::concat(std::string("text"), u8"\u00e4", L"w", u"\u20ac", U"x"),
        "text\xc3\xa4w\xe2\x82\xacx");
  check(rill::concat(point{1, -2}), "(1, -2)");
  check(rill::concat(static_cast<unsigned char>(65)), "65");
  check(rill::concat(9223372036854775807ll, ' ', 18446744073709551615ull),
        "9223372036854775807 18446744073709551615");
}

void wrappers() {
  check(rill::concat(rill::hex(255), ' ', rill::upper(rill::hex(255)), ' ',
                     rill::prefix(rill::bin(5)), ' ', rill::oct(8)),
        "ff FF 0b101 10");
  check(rill::concat('[', rill::right(42, 5), rill::left("ab", 4, '.'),
                     rill::center(1, 3), ']'),
        "[   42ab.. 1 ]");
  check(rill::concat(rill::join(std::vector<int>{1, 2, 3}, ", ")), "1, 2, 3");
  check(rill::concat(rill::quoted("a\"b")), "\"a\\\"b\"");
  check(rill::concat(rill::when(true, "yes", 0)), "yes");
}

void floats() {
  check(rill::concat(0.1, ' ', -1e30f, ' ', 1.5L, ' ', 1e23),
        "0.1 -1e+30 1.5 1e+23");
  check(rill::concat(5e-324, ' ', 1.7976931348623157e308),
        "5e-324 1.7976931348623157e+308");
  check(rill::concat(rill::fixed(2.675, 2), ' ', rill::scientific(1234.5, 2),
                     ' ', rill::general(1e-5, 3), ' ', rill::hexfloat(0.5)),
        "2.67 1.23e+03 1e-05 0x1p-1");
  check(rill::concat(rill::plus(rill::grouped(rill::fixed(1234567.5, 2))), ' ',
                     rill::zero_padded(-5, 4), ' ', rill::decimal_comma(0.5)),
        "+1,234,567.50 -005 0,5");
}

void sinks() {
  std::string text = "<";
  rill::append(text, 1, '>');
  check(text, "<1>");

  char small[4];
  auto const cut = rill::format_into(small, 123456);
  check(std::string(small, cut.end), "1234");
  check(rill::concat(cut.size_needed, cut.truncated), "6true");
  check(rill::concat(rill::formatted_size(1000, 'x')), "5");

  if (FILE* file = tmpfile()) {
    rill::println(file, "line ", 1);
    fprintf(file, "line %d\n", 2);
    rill::print(file, "line ", 3);
    rewind(file);
    char read[64];
    std::size_t const size = fread(read, 1, sizeof read, file);
    check(std::string(read, size), "line 1\nline 2\nline 3");
    fclose(file);
  }
}

}  // namespace

int main() {
  arguments();
  wrappers();
  floats();
  sinks();
  rill::println("printed to standard output");
  return faults == 0 ? 0 : 1;
}
