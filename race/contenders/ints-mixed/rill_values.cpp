// peer: rill
// row: values | in-file+ in-memory | for (v : rill::values<std::uint64_t>(…))
#include <rill/file.h>
#include <rill/scan.h>

#include <string_view>

#include "mixed.h"

[[gnu::noinline]] static uint64_t values_row(race::job const& j) {
  uint64_t all = 0;
  if (j.is("in-file")) {
    rill::file_reader in(j.input);
    for (uint64_t v : rill::values<uint64_t>(in)) all ^= v;
    return all;
  }
  return race::from_memory(j, [&](auto const& text) {
    std::string_view const view(text.data, text.size);
    for (uint64_t v : rill::values<uint64_t>(view)) all ^= v;
    return all;
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"values", values_row}};
  return race::main(argc, argv, rows);
}
