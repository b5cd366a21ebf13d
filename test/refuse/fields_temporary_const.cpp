// expect: rill: the fields of a temporary string would outlive it
//
// test/refuse/fields_temporary_const.cpp: the fields of a temporary string that
// is const.
#include <rill/stream.h>

#include <string>

std::string const text();

int main() {
  for (auto field : rill::fields(text(), ',')) (void)field;
}
