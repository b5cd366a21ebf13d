// expect: a sink as sink(char const* data, std::size_t size)
// max-lines: 11
//
// test/refuse/sink_shape.cpp: a sink without a size parameter.
#include <rill/stream.h>

int main() {
  rill::ring_writer out(1024, [](char const*) { return 1; });
  out.flush();
}
