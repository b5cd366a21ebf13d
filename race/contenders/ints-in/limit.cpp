// The limit: the bytes are read and nothing is done with them.
// peer: limit
// row: read | sum vector | read(2), 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  static char buffer[race::buffer_size];
  int const fd = open(j.input, O_RDONLY | O_CLOEXEC);
  if (fd < 0) race::fail("open");
  uint64_t size = 0;
  for (;;) {
    ssize_t const n = read(fd, buffer, sizeof buffer);
    if (n <= 0) break;
    size += static_cast<uint64_t>(n);
  }
  close(fd);
  return size;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row}};
  return race::main(argc, argv, rows);
}
