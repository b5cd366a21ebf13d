// expect: rill: a wide streambuf is scanned as rill::wstreambuf_view(buffer),
//   of <rill/iostream.h>
//
// test/refuse/scan_wide_streambuf.cpp: a wide file's buffer as a source.
#include <rill/iostream.h>

#include <fstream>

void f(std::wfilebuf& file, int n) { rill::scan(file, n); }
