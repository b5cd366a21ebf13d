// expect: rill: UTF-16 comes in a string, view, span or array of char16_t
//
// test/refuse/utf16_of_chars.cpp: text of char instead of UTF-16.
#include <rill/unicode.h>

int main() {
  char out[8];
  rill::utf16_to_utf8("text", out);
}
