// race/contenders/compress/rill.h: rill's compressed files; the code is the
// same for each format.
#ifndef RACE_CONTENDERS_COMPRESS_RILL_H
#define RACE_CONTENDERS_COMPRESS_RILL_H

#include <rill/compression/streams.h>
#include <rill/scan/lines.h>

#include "compress.h"

namespace race {

struct rill_writer {
  rill::compressed_writer out;
  void operator()(char const* data, size_t size) { out.write(data, size); }
  void close() { out.close(); }
};

inline uint64_t rill_write(job const& j, rill::compression const& form) {
  return write_text(j, [&form](job const& given) {
    return rill_writer{
        rill::compressed_writer(given.output, form, {piece_size})};
  });
}

// Takes the bytes in the reader's buffer.
inline uint64_t rill_read(job const& j, rill::compression const& form) {
  rill::decompressed_reader in(j.input, form, {.buffer_size = piece_size});
  byte_checker bytes;
  while (!in.at_end()) {
    bytes(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  if (in.error()) fail("rill: the input");
  return bytes.total();
}

inline uint64_t rill_lines(job const& j, rill::compression const& form) {
  rill::decompressed_reader in(j.input, form, {.buffer_size = piece_size});
  line_counter lines;
  for (auto const line : rill::lines(in)) lines.line(line.size());
  if (in.error()) fail("rill: the input");
  return lines.total();
}

}  // namespace race

#endif  // RACE_CONTENDERS_COMPRESS_RILL_H
