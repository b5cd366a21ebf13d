// peer: rill
// row: values | file pipe seed-file | for (v :
//   rill::values<std::uint64_t>(rill::in()))
#include <rill/scan.h>
#include <rill/stream.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t values_row(race::job const&) {
  uint64_t all = 0;
  for (uint64_t v : rill::values<uint64_t>(rill::in())) all ^= v;
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"values", values_row}};
  return race::main(argc, argv, rows);
}
