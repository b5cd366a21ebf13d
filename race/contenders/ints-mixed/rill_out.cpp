// peer: rill
// row: file_writer | out-file+ | rill::println(file_writer, v)
#include <rill/file.h>
#include <rill/print.h>

#include "mixed.h"

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    rill::file_writer out(j.output);
    for (uint64_t v : values) rill::println(out, v);
    out.close();
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"file_writer", writer_row}};
  return race::main(argc, argv, rows);
}
