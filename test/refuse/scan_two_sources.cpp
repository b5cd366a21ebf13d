// expect: rill: a scan has one source, its first argument: call scan once for
//   each source
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_scanned<2,
//
// test/refuse/scan_two_sources.cpp: two files in one call. The source is not
// counted.
#include <rill/file.h>
#include <rill/scan.h>

void f(rill::file_reader& a, rill::file_reader& b, int n, int m) {
  rill::scan(a, n, b, m);
}
