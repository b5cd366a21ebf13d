// expect: rill: a string literal or constant array could be a text or the name
//   of a file:
//   rill::from("text") is the text, rill::file_reader("name") reads the file
//
// test/refuse/records_literal.cpp: the name of a log instead of the file.
#include <rill/records.h>

int main() {
  for (int n : rill::records<int>("orders.log")) (void)n;
}
