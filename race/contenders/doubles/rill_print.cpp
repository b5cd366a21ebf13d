// peer: rill
// row: memory_writer | out-memory+ | rill::println(memory_writer, x)
// row: file_writer | out-file | rill::println(file_writer, x)
// row: stdout | out-file | rill::println(x), standard output
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t memory_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        rill::memory_writer writer(out, race::block_size);
        for (; first != last; ++first) rill::println(writer, *first);
        return out + writer.size();
      });
}

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    rill::file_writer out(j.output);
    for (double x : values) rill::println(out, x);
    out.close();
  });
}

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    race::redirect_stdout(j.output);
    for (double x : values) rill::println(x);
    rill::flush();
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"memory_writer", memory_row},
                            {"file_writer", writer_row},
                            {"stdout", stdout_row}};
  return race::main(argc, argv, rows);
}
