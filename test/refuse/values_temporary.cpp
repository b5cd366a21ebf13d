// expect: rill: the values of a temporary string would outlive it
//
// test/refuse/values_temporary.cpp: the values of a temporary
// string.
#include <rill/scan.h>

#include <string>

std::string text();

int main() {
  for (int n : rill::values<int>(text())) (void)n;
}
