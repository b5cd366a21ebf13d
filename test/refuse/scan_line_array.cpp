// expect: rill: line, rest, until and quoted read a text: into a std::string,
//   not into an array, a pointer or a number
//
// test/refuse/scan_line_array.cpp: a line into an array of characters.
#include <rill/scan.h>

int main() {
  char name[10];
  rill::scan(rill::line(name));
}
