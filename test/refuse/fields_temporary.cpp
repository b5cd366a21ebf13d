// expect: rill: the fields of a temporary string would outlive it
//
// test/refuse/fields_temporary.cpp: the fields of a temporary
// string.
#include <rill/stream.h>

#include <string>

std::string text();

int main() {
  for (auto field : rill::fields(text(), ',')) (void)field;
}
