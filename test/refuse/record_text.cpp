// expect: rill: read_record needs a source
// max-lines: 20
//
// test/refuse/record_text.cpp: a text is no source by itself.
#include <rill/records.h>

#include <string>

int main() {
  std::string const bytes;
  return rill::read_record<int>(bytes);
}
