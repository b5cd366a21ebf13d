// peer: rill
// row: file_writer | file+ equal | rill::print(file_writer, "Hello World\n")
// row: file_writer_println | file | rill::println(file_writer, "Hello World")
// row: locked_file_writer | file equal | rill::print(locked<file_writer>,
//   "Hello World\n")
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  rill::file_writer out(
      j.output, j.is("equal") ? race::equal_size : rill::default_buffer_size);
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

[[gnu::noinline]] static uint64_t locked_row(race::job const& j) {
  rill::locked<rill::file_writer> out(
      j.output, j.is("equal") ? race::equal_size : rill::default_buffer_size);
  for (size_t i = 0; i < j.count; ++i) rill::print(out, "Hello World\n");
  rill::lock(out)->close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"file_writer", writer_row},
                            {"file_writer_println", println_row},
                            {"locked_file_writer", locked_row}};
  return race::main(argc, argv, rows);
}
