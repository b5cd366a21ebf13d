// peer: rill
// needs: zstd
// row: compressed_writer | write-zstd+ |
//   compressed_writer(path, rill::zstd()), write(data, size)
// row: decompressed_reader | read-zstd+ |
//   decompressed_reader(path, rill::zstd()), the bytes where they lie
// row: lines | lines-zstd+ | for (auto line : rill::lines(in))
#include <rill/driver/zstd.h>

#include "rill.h"

static uint64_t write_row(race::job const& j) {
  return race::rill_write(j, rill::zstd(race::zstd_level));
}
static uint64_t read_row(race::job const& j) {
  return race::rill_read(j, rill::zstd());
}
static uint64_t lines_row(race::job const& j) {
  return race::rill_lines(j, rill::zstd());
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"compressed_writer", write_row},
                            {"decompressed_reader", read_row},
                            {"lines", lines_row}};
  return race::main(argc, argv, rows);
}
