// peer: rill
// row: ofstream | file equal | rill::println(std::ofstream, i)
// row: filebuf_file | file equal | rill::println(filebuf_file, i)
#include <rill/iostream.h>

#include <fstream>

#include "../contender.h"

[[gnu::noinline]] static uint64_t ofstream_row(race::job const& j) {
  static char area[race::equal_size];
  std::ofstream out;
  if (j.is("equal")) out.rdbuf()->pubsetbuf(area, sizeof area);
  out.open(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  return 0;
}

[[gnu::noinline]] static uint64_t filebuf_row(race::job const& j) {
  auto out = rill::filebuf_file::create(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  out.close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream", ofstream_row},
                            {"filebuf_file", filebuf_row}};
  return race::main(argc, argv, rows);
}
