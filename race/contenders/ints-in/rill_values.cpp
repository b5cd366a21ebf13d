// peer: rill
// row: values | sum+ vector | for (v : rill::values<std::size_t>(file_reader))
#include <rill/file.h>
#include <rill/scan.h>

#include "collect.h"

[[gnu::noinline]] static uint64_t values_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    rill::file_reader in(j.input);
    for (size_t v : rill::values<size_t>(in)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"values", values_row}};
  return race::main(argc, argv, rows);
}
