// expect: rill: a wide streambuf is read as rill::wstreambuf_view(buffer), of
// <rill/iostream.h>
//
// test/refuse/lines_wide_streambuf.cpp: a wide buffer in place of a view of it.
#include <rill/iostream.h>

#include <sstream>

void f(std::wstringbuf& buffer) { (void)rill::lines(buffer); }
