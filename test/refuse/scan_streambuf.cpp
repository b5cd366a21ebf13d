// expect: rill: a streambuf is scanned as rill::streambuf_view(buffer), of <rill/iostream.h>
//
// test/refuse/scan_streambuf.cpp: a stream's buffer as a source.
#include <rill/scan.h>

#include <sstream>

void f(std::stringbuf& buffer, int n) { rill::scan(buffer, n); }
