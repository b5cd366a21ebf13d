// expect: a source must return how many bytes it wrote
// max-lines: 12
//
// test/refuse/source_void.cpp: a source that returns no size.
#include <rill/stream.h>
#include <cstddef>

int main() {
  rill::ring_reader in(1024, [](char*, std::size_t) {});
  (void)in.more();
}
