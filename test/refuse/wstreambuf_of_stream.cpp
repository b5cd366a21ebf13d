// expect: rill: a wstreambuf_view takes a streambuf: x.rdbuf(); a stream is a
//   sink or a source by itself
//
// test/refuse/wstreambuf_of_stream.cpp: a view of a wide stream.
#include <rill/iostream.h>

#include <sstream>

void f(std::wostringstream& stream) {
  rill::println(rill::wstreambuf_view(stream), 1);
}
