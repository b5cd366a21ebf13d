// The limit: the bytes are made before the clock runs, then only written.
// peer: limit
// row: write | file | write(2) of the bytes made beforehand, 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  auto const text = race::load<char>(j.input);
  race::start_clock();
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  for (size_t at = 0; at < text.size; at += race::buffer_size) {
    size_t const left = text.size - at;
    race::write_all(fd, text.data + at,
                    left < race::buffer_size ? left : race::buffer_size);
  }
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row}};
  return race::main(argc, argv, rows);
}
