// peer: boost
// row: zstd | write-zstd read-zstd lines-zstd | zstd_compressor(3, 64 KiB),
//   without a checksum, zstd_decompressor; getline
#include <boost/iostreams/filter/zstd.hpp>

#include "boost.h"

static uint64_t zstd_row(race::job const& j) {
  if (!race::is_write(j))
    return race::boost_read(j, race::io::zstd_decompressor(race::piece_size));
  return race::write_text(j, [](race::job const& job) {
    race::io::zstd_params const level(race::zstd_level);
    return race::boost_writer(
        job.output, race::io::zstd_compressor(level, race::piece_size));
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"zstd", zstd_row}};
  return race::main(argc, argv, rows);
}
