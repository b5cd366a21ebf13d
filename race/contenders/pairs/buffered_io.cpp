// The article's own classes, when their folder is given.
// peer: buffered_io
// row: smart_1k | short long | SyncIOReadBuffer, SyncIOLazyWriteBuffer of 1 KB
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <iostream>
#include <string>

#include <SmartBuffer.hpp>

#include "../contender.h"

[[gnu::noinline]] static uint64_t smart_row(race::job const&) {
  {
    auto const read = [](char* out, uint32_t size) {
      std::cin.read(out, size);
      return static_cast<uint32_t>(std::cin.gcount());
    };
    auto const write = [](char const* text, uint32_t size) {
      std::cout.write(text, size);
      return size;
    };
    uint32_t const capacity = 1024;
    SyncIOReadBuffer<uint32_t> in(capacity);
    SyncIOLazyWriteBuffer<uint32_t> out(capacity, write);
    char line[128];
    in.readUntil(line, read, '\n');
    unsigned count = 0, a = 0, b = 0;
    if (sscanf(line, "%u", &count) != 1) race::fail("no count");
    for (unsigned i = 0; i < count; ++i) {
      in.readUntil(line, read, '\n');
      if (sscanf(line, "%u %u", &a, &b) != 2) race::fail("no pair");
      char text[32];
      int const size = sprintf(text, "%u\n", a > b ? a : b);
      out.write(text, static_cast<uint32_t>(size));
    }
  }
  std::cout.flush();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"smart_1k", smart_row}};
  return race::main(argc, argv, rows);
}
