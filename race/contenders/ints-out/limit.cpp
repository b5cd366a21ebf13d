// The limit: the bytes are made before the clock runs, then only written.
// peer: limit
// row: write | file | write(2) of the bytes made beforehand, 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  auto const text = race::load<char>(j.input);
  race::start_clock();
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  race::write_in_pieces(fd, text.data, text.size);
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row}};
  return race::main(argc, argv, rows);
}
