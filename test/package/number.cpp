// test/package/number.cpp: the smallest user of the library. Ends with 0 when
// the library writes a number.
#include <rill/number.h>
#include <string.h>  // memcmp

int main() {
  char text[rill::decimal_size<int>];
  char* const end = rill::write_decimal(text, -1234);
  return end - text == 5 && memcmp(text, "-1234", 5) == 0 ? 0 : 1;
}
