// peer: rill
// row: file_writer | file | rill::println(file_writer, i)
#include <rill/file.h>
#include <rill/print.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  rill::file_writer out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  out.close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"file_writer", writer_row}};
  return race::main(argc, argv, rows);
}
