// expect: rill: a wide streambuf is scanned through a stream: std::wistream in(&buffer), and include <rill/iostream.h>
//
// test/refuse/scan_wide_streambuf.cpp: a wide file's buffer as a source.
#include <rill/iostream.h>

#include <fstream>

void f(std::wfilebuf& file, int n) { rill::scan(file, n); }
