// peer: rill
// row: scan | in-file in-memory | rill::scan(reader, v)
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include "mixed.h"

static uint64_t all_of(rill::reader& in) {
  uint64_t all = 0, v = 0;
  while (rill::scan(in, v)) all ^= v;
  return all;
}

[[gnu::noinline]] static uint64_t scan_row(race::job const& j) {
  if (j.is("in-file")) {
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
