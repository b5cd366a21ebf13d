// The limit: standard input is read and nothing is done with it.
// peer: limit
// row: read | file pipe seed-file | read(0), 128 KiB a call
#include "../contender.h"

[[gnu::noinline]] static uint64_t read_row(race::job const&) {
  return race::read_to_end(0);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row}};
  return race::main(argc, argv, rows);
}
