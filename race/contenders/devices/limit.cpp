// The limits: the same bytes by write(2) and by read(2).
// peer: limit
// row: write | write-any write-bio-file write-qt-file | write(2) of the bytes
//   made beforehand, 128 KiB a call
// row: read | lines-any lines-bio-file lines-qt-file | read(2), 128 KiB a call
#include "devices.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  auto const records = race::load<race::record>(j.input);
  auto const text = race::allocate<char>(records.size * race::line_size);
  char* at = text.data;
  for (race::record const& r : records) at = race::line_by_charconv(at, r);
  race::start_clock();
  int const fd = race::create_file(j.output);
  race::write_in_pieces(fd, text.data, static_cast<size_t>(at - text.data));
  close(fd);
  return 0;
}

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  return race::read_to_end(j.input);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row}, {"read", read_row}};
  return race::main(argc, argv, rows);
}
