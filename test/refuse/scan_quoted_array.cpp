// expect: rill: line, rest, until and quoted read a text: into a std::string,
//   not into an array, a pointer or a number
//
// test/refuse/scan_quoted_array.cpp: a text in quotes into an array.
#include <rill/scan.h>

void f(char (&name)[10]) { rill::scan(rill::quoted(name)); }
