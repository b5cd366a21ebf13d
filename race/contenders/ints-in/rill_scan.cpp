// peer: rill
// row: scan | sum vector | rill::scan(file_reader, v)
#include <rill/file.h>
#include <rill/scan.h>

#include "collect.h"

[[gnu::noinline]] static uint64_t scan_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    rill::file_reader in(j.input);
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan", scan_row}};
  return race::main(argc, argv, rows);
}
