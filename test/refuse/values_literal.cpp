// expect: rill: a string literal or constant array could be a text or the name
//   of a file:
//   rill::from("text") is the text, rill::file_reader("name") reads the file
//
// test/refuse/values_literal.cpp: the name of a file instead of the file.
#include <rill/scan.h>

int main() {
  for (auto one : rill::values<int>("in.txt")) (void)one;
}
