// peer: rill
// needs: lz4
// row: compressed_writer | write-lz4+ |
//   compressed_writer(path, rill::lz4()), write(data, size)
// row: decompressed_reader | read-lz4+ |
//   decompressed_reader(path, rill::lz4()), the bytes where they lie
// row: lines | lines-lz4+ | for (auto line : rill::lines(in))
#include <rill/driver/lz4.h>

#include "rill.h"

static uint64_t write_row(race::job const& j) {
  return race::rill_write(j, rill::lz4());
}
static uint64_t read_row(race::job const& j) {
  return race::rill_read(j, rill::lz4());
}
static uint64_t lines_row(race::job const& j) {
  return race::rill_lines(j, rill::lz4());
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"compressed_writer", write_row},
                            {"decompressed_reader", read_row},
                            {"lines", lines_row}};
  return race::main(argc, argv, rows);
}
