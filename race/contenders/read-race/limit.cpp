// The limit: standard input is read and nothing is done with it.
// peer: limit
// row: read | file pipe seed-file | read(0), 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t read_row(race::job const&) {
  static char buffer[race::buffer_size];
  uint64_t size = 0;
  for (;;) {
    ssize_t const n = read(0, buffer, sizeof buffer);
    if (n <= 0) return size;
    size += static_cast<uint64_t>(n);
  }
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row}};
  return race::main(argc, argv, rows);
}
