// peer: rill
// row: scan | in-file in-memory | rill::scan(reader, x)
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include "doubles.h"

static uint64_t all_of(rill::reader& in) {
  uint64_t all = 0;
  double x = 0;
  while (rill::scan(in, x)) all ^= race::bits(x);
  return all;
}

[[gnu::noinline]] static uint64_t scan_row(race::job const& j) {
  if (race::is_kind(j, "in-file")) {
    rill::file_reader in(j.input);
    return all_of(in);
  }
  return race::from_memory(j, [](auto const& text) {
    rill::memory_reader in(text.data, text.size);
    return all_of(in);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan", scan_row}};
  return race::main(argc, argv, rows);
}
