// expect: rill: a streambuf is read as rill::streambuf_view(buffer), of <rill/iostream.h>
//
// test/refuse/lines_streambuf.cpp: a buffer in place of a view of it.
#include <rill/iostream.h>

#include <sstream>

void f(std::stringbuf& buffer) { (void)rill::words(buffer); }
