// peer: openssl
// row: BIO_write | write-bio-file+ write-bio-memory+ | std::to_chars into an
//   own buffer of 64 KiB, BIO_write
// row: BIO_write_lines | write-bio-file write-bio-memory | BIO_write of each
//   line
// row: BIO_printf | write-bio-file write-bio-memory | BIO_printf of each line
// row: BIO_read | lines-bio-file+ | BIO_read of 64 KiB, memchr
// row: BIO_gets | lines-bio-file+ | BIO_gets of each line
#include "bio.h"

namespace {

void write_bytes(BIO* to, char const* data, size_t size) {
  if (BIO_write(to, data, static_cast<int>(size)) != static_cast<int>(size))
    race::fail("BIO_write");
}

uint64_t piece_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    race::give_pieces(
        records, race::line_by_charconv,
        [to](char const* data, size_t size) { write_bytes(to, data, size); });
  });
}

uint64_t line_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    race::give_lines(
        records, race::line_by_charconv,
        [to](char const* data, size_t size) { write_bytes(to, data, size); });
  });
}

uint64_t printf_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    for (race::record const& r : records)
      if (BIO_printf(to, "id: %d, price: %g, name: %s\n", r.id, r.price,
                     r.name) < 0)
        race::fail("BIO_printf");
  });
}

// BIO_read in pieces; lines are found in the buffer.
uint64_t lines_by_hand(BIO* from) {
  static char piece[race::piece_size];
  race::line_counter lines;
  for (int size; (size = BIO_read(from, piece, sizeof piece)) > 0;)
    lines(piece, static_cast<size_t>(size));
  return lines.total();
}

uint64_t read_row(race::job const& j) {
  return race::from_bio(j, lines_by_hand);
}

uint64_t gets_row(race::job const& j) {
  return race::from_bio(j, [](BIO* from) {
    static char line[race::piece_size];
    race::line_counter lines;
    for (int size; (size = BIO_gets(from, line, sizeof line)) > 0;)
      lines.line(static_cast<size_t>(size) - 1);
    return lines.total();
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"BIO_write", piece_row},
                            {"BIO_write_lines", line_row},
                            {"BIO_printf", printf_row},
                            {"BIO_read", read_row},
                            {"BIO_gets", gets_row}};
  return race::main(argc, argv, rows);
}
