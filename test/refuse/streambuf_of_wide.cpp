// expect: rill: a streambuf_view is for bytes: a wide streambuf takes a rill::wstreambuf_view
//
// test/refuse/streambuf_of_wide.cpp: a view of a wide buffer.
#include <rill/iostream.h>

#include <sstream>

void f(std::wstringbuf& buffer) {
  rill::println(rill::streambuf_view(buffer), 1);
}
