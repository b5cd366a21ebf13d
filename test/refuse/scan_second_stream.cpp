// expect: rill: a scan has one source, its first argument: call scan once for
//   each source
//
// test/refuse/scan_second_stream.cpp: a FILE* behind the first argument, which
// is no pointer to a variable.
#include <rill/scan.h>

#include <cstdio>

void f(FILE* in, int n) { rill::try_scan(n, in).error(); }
