// expect: rill: the callable returns the number of bytes it moved, and not
//
// test/refuse/callback_bool.cpp: a sink that returns bool, not a byte count.
#include <rill/stream.h>

#include <cstddef>

int main() {
  rill::callback_writer out([](char const*, std::size_t) { return true; });
  out.flush();
}
