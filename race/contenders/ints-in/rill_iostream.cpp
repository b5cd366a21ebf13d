// peer: rill
// row: ifstream | sum vector equal | rill::scan(std::ifstream, v)
// row: filebuf_file | sum vector equal | rill::scan(filebuf_file, v)
#include <rill/iostream.h>

#include <fstream>

#include "collect.h"

[[gnu::noinline]] static uint64_t ifstream_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    static char area[race::equal_size];
    std::ifstream in;
    if (j.is("equal")) in.rdbuf()->pubsetbuf(area, sizeof area);
    in.open(j.input, std::ios::binary);
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

[[gnu::noinline]] static uint64_t filebuf_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    auto in = rill::filebuf_file::open(j.input);
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ifstream", ifstream_row},
                            {"filebuf_file", filebuf_row}};
  return race::main(argc, argv, rows);
}
