// peer: rill
// row: scan | sum vector equal | rill::scan(file_reader, v)
// row: locked_scan | sum vector equal | rill::scan(locked<file_reader>, v)
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include "collect.h"

static size_t size_for(race::job const& j) {
  return j.is("equal") ? race::equal_size : rill::default_read_size;
}

[[gnu::noinline]] static uint64_t scan_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    rill::file_reader in(j.input, size_for(j));
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

[[gnu::noinline]] static uint64_t locked_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    rill::locked<rill::file_reader> in(j.input, size_for(j));
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan", scan_row}, {"locked_scan", locked_row}};
  return race::main(argc, argv, rows);
}
