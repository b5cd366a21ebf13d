// expect: rill: a wide streambuf is printed to as
//   rill::wstreambuf_view(buffer), of <rill/iostream.h>
// max-lines: 11
//
// test/refuse/print_wide_streambuf.cpp: a wide file's buffer as a sink.
#include <rill/iostream.h>

#include <fstream>

void f(std::wfilebuf& file) { rill::println(file, "x"); }
