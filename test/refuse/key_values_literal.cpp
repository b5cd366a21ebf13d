// expect: rill: a string literal or constant array could be a text or the name
//   of a file:
//   rill::from("text") is the text, rill::file_reader("name") reads the file
//
// test/refuse/key_values_literal.cpp: the name of a file instead of the file.
#include <rill/csv.h>

int main() {
  for (auto one : rill::key_values("in.txt")) (void)one;
}
