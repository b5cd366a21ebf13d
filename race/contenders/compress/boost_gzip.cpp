// peer: boost
// row: gzip | write-gzip read-gzip lines-gzip | gzip_compressor(6, 64 KiB),
//   gzip_decompressor; getline
#include <boost/iostreams/filter/gzip.hpp>

#include "boost.h"

static uint64_t gzip_row(race::job const& j) {
  if (!race::is_write(j))
    return race::boost_read(
        j, race::io::gzip_decompressor(race::io::zlib::default_window_bits,
                                       race::piece_size));
  return race::write_text(j, [](race::job const& job) {
    race::io::gzip_params const level(race::gzip_level(job));
    return race::boost_writer(
        job.output, race::io::gzip_compressor(level, race::piece_size));
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"gzip", gzip_row}};
  return race::main(argc, argv, rows);
}
