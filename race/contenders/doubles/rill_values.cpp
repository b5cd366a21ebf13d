// peer: rill
// row: values | in-file in-memory+ | for (x : rill::values<double>(…))
#include <rill/file.h>
#include <rill/scan.h>

#include <string_view>

#include "doubles.h"

[[gnu::noinline]] static uint64_t values_row(race::job const& j) {
  uint64_t all = 0;
  if (race::is_kind(j, "in-file")) {
    rill::file_reader in(j.input);
    for (double x : rill::values<double>(in)) all ^= race::bits(x);
    return all;
  }
  return race::from_memory(j, [&](auto const& text) {
    std::string_view const view(text.data, text.size);
    for (double x : rill::values<double>(view)) all ^= race::bits(x);
    return all;
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"values", values_row}};
  return race::main(argc, argv, rows);
}
