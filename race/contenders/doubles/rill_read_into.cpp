// peer: rill
// row: read_into | in-file in-memory | rill::read_into(reader, array), 4,096 at
//   a time
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <span>

#include "doubles.h"

static uint64_t all_of(rill::reader& in, size_t count) {
  static double values[race::block_values];
  uint64_t all = 0;
  while (count != 0) {
    size_t const n = count < race::block_values ? count : race::block_values;
    rill::read_into(in, std::span(values, n));
    for (size_t i = 0; i < n; ++i) all ^= race::bits(values[i]);
    count -= n;
  }
  return all;
}

[[gnu::noinline]] static uint64_t read_into_row(race::job const& j) {
  if (race::is_kind(j, "in-file")) {
    rill::file_reader in(j.input);
    return all_of(in, j.count);
  }
  return race::from_memory(j, [&](auto const& text) {
    rill::memory_reader in(text.data, text.size);
    return all_of(in, j.count);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read_into", read_into_row}};
  return race::main(argc, argv, rows);
}
