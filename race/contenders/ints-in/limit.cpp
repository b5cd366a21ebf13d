// The limit: the bytes are read and nothing is done with them.
// peer: limit
// row: read | sum vector | read(2), 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  return race::read_to_end(j.input);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row}};
  return race::main(argc, argv, rows);
}
