// The limit: the bytes are read into one small block, and only counted.
// peer: limit
// flags: -static-libstdc++ -static-libgcc -Wl,-z,now
// row: read | mapped summed | read(2), 128 KiB a call
#include "bytes.h"

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  uint64_t total = 0;
  for (size_t i = 0; i != j.count; ++i) total += race::read_to_end(j.input);
  return total / j.count;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row}};
  return race::main(argc, argv, rows);
}
