// expect: rill: a wide streambuf is read through a stream: std::wistream in(&buffer), and include <rill/iostream.h>
//
// test/refuse/lines_wide_streambuf.cpp: a wide buffer in place of its stream.
#include <rill/iostream.h>

#include <sstream>

void f(std::wstringbuf& buffer) { (void)rill::lines(buffer); }
