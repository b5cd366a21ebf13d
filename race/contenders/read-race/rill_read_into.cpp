// peer: rill
// row: read_into | file pipe seed-file | rill::read_into(rill::in(), array),
//   4,096 at a time
#include <rill/scan.h>
#include <rill/stream.h>

#include <span>

#include "../contender.h"

[[gnu::noinline]] static uint64_t read_into_row(race::job const& j) {
  static uint64_t values[4096];
  auto& in = rill::in();
  uint64_t all = 0;
  for (size_t left = j.count; left != 0;) {
    size_t const n = left < 4096 ? left : 4096;
    rill::read_into(in, std::span(values, n));
    for (size_t i = 0; i < n; ++i) all ^= values[i];
    left -= n;
  }
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read_into", read_into_row}};
  return race::main(argc, argv, rows);
}
