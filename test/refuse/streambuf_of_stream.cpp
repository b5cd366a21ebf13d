// expect: rill: a streambuf_view takes a streambuf: x.rdbuf(); a stream is a sink or a source by itself
//
// test/refuse/streambuf_of_stream.cpp: a stream in place of its buffer.
#include <rill/iostream.h>

void f() { rill::println(rill::streambuf_view(std::cout), 1); }
