// peer: rill
// row: write_shortest | out-memory | rill::write_shortest
// row: parse_float | in-memory | rill::parse_float
#include <rill/number.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return race::each_to_memory(
      j, [](char* out, double x) { return rill::write_shortest(out, x); });
}

[[gnu::noinline]] static uint64_t parse_row(race::job const& j) {
  return race::each_from_memory(
      j, [](char const* at, char const* last, double& x) {
        return rill::parse_float(at, last, x).end;
      });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write_shortest", write_row},
                            {"parse_float", parse_row}};
  return race::main(argc, argv, rows);
}
