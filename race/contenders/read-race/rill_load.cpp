// peer: rill
// row: load_values | file pipe seed-file | rill::values of
//   rill::load("/dev/stdin")
#include <rill/file.h>
#include <rill/scan.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t load_row(race::job const&) {
  auto text = rill::load("/dev/stdin");
  uint64_t all = 0;
  for (uint64_t v : rill::values<uint64_t>(text)) all ^= v;
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"load_values", load_row}};
  return race::main(argc, argv, rows);
}
