// peer: rill
// row: file_writer | file | rill::print(file_writer, "Hello World\n")
// row: file_writer_println | file | rill::println(file_writer, "Hello World")
#include <rill/file.h>
#include <rill/print.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  rill::file_writer out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print(out, "Hello World\n");
  out.close();
  return 0;
}

[[gnu::noinline]] static uint64_t println_row(race::job const& j) {
  rill::file_writer out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, "Hello World");
  out.close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"file_writer", print_row},
                            {"file_writer_println", println_row}};
  return race::main(argc, argv, rows);
}
