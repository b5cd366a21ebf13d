// peer: rill
// row: memory_writer | fixed-memory | rill::println(memory_writer,
//   rill::fixed(x, 2))
// row: file_writer | fixed-file | rill::println(file_writer, rill::fixed(x, 2))
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t memory_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        rill::memory_writer writer(out, race::block_size);
        for (; first != last; ++first)
          rill::println(writer, rill::fixed(*first, 2));
        return out + writer.size();
      });
}

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    rill::file_writer out(j.output);
    for (double x : values) rill::println(out, rill::fixed(x, 2));
    out.close();
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"memory_writer", memory_row},
                            {"file_writer", writer_row}};
  return race::main(argc, argv, rows);
}
