// peer: rill
// row: scan | file+ pipe+ seed-file | rill::scan(v), the one line
#include <rill/scan.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t scan_row(race::job const&) {
  uint64_t all = 0, v = 0;
  while (rill::scan(v)) all ^= v;
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan", scan_row}};
  return race::main(argc, argv, rows);
}
