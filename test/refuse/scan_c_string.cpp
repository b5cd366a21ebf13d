// expect: rill: a pointer to characters has no room to scan into: use a
//   std::string
//
// test/refuse/scan_c_string.cpp: a pointer instead of a string.
#include <rill/scan.h>

void f(char const* word) { rill::scan(word); }
