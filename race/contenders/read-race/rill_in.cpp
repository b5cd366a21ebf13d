// peer: rill
// row: in_scan | file pipe seed-file | rill::scan(rill::in(), v)
#include <rill/scan.h>
#include <rill/stream.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t in_scan_row(race::job const&) {
  auto& in = rill::in();
  uint64_t all = 0, v = 0;
  while (rill::scan(in, v)) all ^= v;
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"in_scan", in_scan_row}};
  return race::main(argc, argv, rows);
}
