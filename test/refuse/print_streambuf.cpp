// expect: rill: a streambuf is printed to as rill::streambuf_view(buffer), of <rill/iostream.h>
// max-lines: 11
//
// test/refuse/print_streambuf.cpp: a stream's buffer as a sink.
#include <rill/print.h>

#include <sstream>

void f(std::stringbuf& buffer) { rill::print(buffer, "x"); }
