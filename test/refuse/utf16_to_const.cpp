// expect: rill: UTF-16 goes to a span, array or string of char16_t
//
// test/refuse/utf16_to_const.cpp: a const array as the output.
#include <rill/unicode.h>

int main() {
  char16_t const out[8] = {};
  rill::utf8_to_utf16("text", out);
}
