// expect: rill: read_record needs a source
// max-lines: 20
//
// test/refuse/record_text.cpp: read_record of a string without rill::from.
#include <rill/records.h>

#include <string>

int main() {
  std::string const bytes;
  return rill::read_record<int>(bytes);
}
