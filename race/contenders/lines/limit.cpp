// The limit: one block of whole lines, written again and again.
// peer: limit
// row: write | file | write(2) of one block of 10,922 lines (131,064 bytes)
#include "../contender.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  static constexpr char line[] = "Hello World\n";
  constexpr size_t size = sizeof line - 1;
  constexpr size_t lines = race::buffer_size / size;
  static char block[lines * size];
  for (size_t i = 0; i < lines; ++i) memcpy(block + i * size, line, size);
  race::start_clock();
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  for (size_t left = j.count; left != 0;) {
    size_t const now = left < lines ? left : lines;
    race::write_all(fd, block, now * size);
    left -= now;
  }
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row}};
  return race::main(argc, argv, rows);
}
