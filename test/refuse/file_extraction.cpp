// expect: rill: a source is scanned by rill::scan(in, x), without operator>>
//
// test/refuse/file_extraction.cpp: operator>> from a FILE that rill owns.
#include <rill/rill.h>

int read_count(rill::c_file& in) {
  int count = 0;
  in >> count;
  return count;
}
