// peer: rill
// needs: zlib
// row: compressed_writer | write-gzip+ |
//   compressed_writer(path, rill::gzip()), write(data, size)
// row: decompressed_reader | read-gzip+ |
//   decompressed_reader(path, rill::gzip()), the bytes where they lie
// row: lines | lines-gzip+ | for (auto line : rill::lines(in))
#include <rill/driver/zlib.h>

#include "rill.h"

static uint64_t write_row(race::job const& j) {
  return race::rill_write(j, rill::gzip(race::gzip_level(j)));
}
static uint64_t read_row(race::job const& j) {
  return race::rill_read(j, rill::gzip());
}
static uint64_t lines_row(race::job const& j) {
  return race::rill_lines(j, rill::gzip());
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"compressed_writer", write_row},
                            {"decompressed_reader", read_row},
                            {"lines", lines_row}};
  return race::main(argc, argv, rows);
}
