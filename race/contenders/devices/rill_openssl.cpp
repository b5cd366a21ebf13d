// peer: rill
// needs: openssl
// row: bio_writer | write-bio-file+ write-bio-memory+ |
//   rill::println(bio_writer, ...), a buffer of 64 KiB
// row: BIO | write-bio-file write-bio-memory | rill::println(bio, ...): each
//   line is one BIO_write
// row: bio_loop | write-bio-file+ write-bio-memory+ | rill::println into an own
//   block of 64 KiB, BIO_write
// row: bio_reader | lines-bio-file+ | for (auto line :
//   rill::lines(bio_reader)), a buffer of 64 KiB
#include <rill/driver/openssl.h>

#include "bio.h"
#include "rill.h"

namespace {

uint64_t writer_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    rill::bio_writer out(to, race::piece_size);
    race::print_records(out, records);
    out.close();
  });
}

uint64_t bio_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    race::print_records(to, records);
  });
}

uint64_t loop_row(race::job const& j) {
  return race::to_bio(j, [](BIO* to, auto const& records) {
    race::print_by_hand(records, [to](char const* data, size_t size) {
      if (BIO_write(to, data, static_cast<int>(size)) != static_cast<int>(size))
        race::fail("BIO_write");
    });
  });
}

uint64_t reader_row(race::job const& j) {
  return race::from_bio(j, [](BIO* from) {
    rill::bio_reader in(from, race::piece_size);
    return race::count_lines(in);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"bio_writer", writer_row},
                            {"BIO", bio_row},
                            {"bio_loop", loop_row},
                            {"bio_reader", reader_row}};
  return race::main(argc, argv, rows);
}
