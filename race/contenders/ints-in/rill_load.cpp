// peer: rill
// row: load_values | sum vector | rill::values<std::size_t> of rill::load(path)
#include <rill/file.h>
#include <rill/scan.h>

#include "collect.h"

[[gnu::noinline]] static uint64_t load_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    auto text = rill::load(j.input);
    for (size_t v : rill::values<size_t>(text)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"load_values", load_row}};
  return race::main(argc, argv, rows);
}
