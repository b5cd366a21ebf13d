// test/smoke/numbers.cpp: the layers without system calls; ends with 0 when
// every result is right.
#include <rill/number.h>
#include <stdio.h>   // printf
#include <string.h>  // memcmp, strlen

namespace {

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  printf("wrong: %s\n", what);
}

bool same(char const* first, char const* last, char const* text) {
  auto const size = static_cast<decltype(sizeof 0)>(last - first);
  return strlen(text) == size && memcmp(first, text, size) == 0;
}

void integers() {
  char text[80];
  check(same(text, rill::write_decimal(text, 0), "0"), "zero");
  check(same(text, rill::write_decimal(text, -2147483647 - 1), "-2147483648"),
        "the least int");
  check(same(text, rill::write_decimal(text, 18446744073709551615ull),
             "18446744073709551615"),
        "the greatest unsigned long long");
  check(same(text, rill::write_base<16>(text, 255u), "ff"), "hexadecimal");
}

void parsing() {
  char const text[] = "12345x";
  int n = 0;
  auto const result = rill::parse_integer(text, text + 6, n);
  check(result && n == 12345 && *result.end == 'x', "parse_integer");
}

}  // namespace

int main() {
  integers();
  parsing();
  return faults == 0 ? 0 : 1;
}
