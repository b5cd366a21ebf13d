// expect: rill: a streambuf is read as rill::streambuf_view(buffer), of <rill/iostream.h>
//
// test/refuse/lines_streambuf.cpp: a streambuf instead of a streambuf_view.
#include <rill/iostream.h>

#include <sstream>

void f(std::stringbuf& buffer) { (void)rill::words(buffer); }
