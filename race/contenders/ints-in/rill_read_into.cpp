// peer: rill
// row: read_into | vector | rill::read_into(file_reader, vector of the known
//   size)
#include <rill/file.h>
#include <rill/scan.h>

#include <vector>

#include "../contender.h"

[[gnu::noinline]] static uint64_t read_into_row(race::job const& j) {
  rill::file_reader in(j.input);
  std::vector<size_t> values(j.count);
  rill::read_into(in, values);
  race::stop_clock();
  return race::ordered_checksum(values);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read_into", read_into_row}};
  return race::main(argc, argv, rows);
}
