// expect: rill: line, rest, until and quoted read a text: into a std::string,
//   not into an array, a pointer or a number
//
// test/refuse/scan_until_pointer.cpp: the text before a comma into a pointer.
#include <rill/scan.h>

void f(char* name) { rill::scan(rill::until(name, ',')); }
