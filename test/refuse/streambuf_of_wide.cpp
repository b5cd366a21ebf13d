// expect: rill: a streambuf_view has bytes: a wide streambuf is used through a stream, std::wostream or std::wistream
//
// test/refuse/streambuf_of_wide.cpp: a view of a wide buffer.
#include <rill/iostream.h>

#include <sstream>

void f(std::wstringbuf& buffer) {
  rill::println(rill::streambuf_view(buffer), 1);
}
