// expect: rill: the records of a temporary string would outlive it
// max-lines: 15
//
// test/refuse/records_temporary.cpp: the records of a temporary
// string.
#include <rill/records.h>

#include <string>

std::string bytes();

int main() {
  for (int n : rill::records<int>(bytes())) (void)n;
}
