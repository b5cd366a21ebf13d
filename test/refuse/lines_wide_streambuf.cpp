// expect: rill: a wide streambuf is read as rill::wstreambuf_view(buffer), of
//   <rill/iostream.h>
//
// test/refuse/lines_wide_streambuf.cpp: a wide streambuf without its view.
#include <rill/iostream.h>

#include <sstream>

void f(std::wstringbuf& buffer) { (void)rill::lines(buffer); }
