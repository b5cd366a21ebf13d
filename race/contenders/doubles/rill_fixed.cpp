// peer: rill
// row: write_fixed | fixed-memory | rill::write_fixed(out, x, 2)
#include <rill/number.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t fixed_row(race::job const& j) {
  return race::each_to_memory(
      j, [](char* out, double x) { return rill::write_fixed(out, x, 2); });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write_fixed", fixed_row}};
  return race::main(argc, argv, rows);
}
