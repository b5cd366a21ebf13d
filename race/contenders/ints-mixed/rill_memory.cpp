// peer: rill
// row: memory_writer | out-memory | rill::println(memory_writer, v)
#include <rill/print.h>
#include <rill/stream.h>

#include "mixed.h"

[[gnu::noinline]] static uint64_t memory_row(race::job const& j) {
  return race::to_memory(j, [](char* out, uint64_t const* first,
                               uint64_t const* last) {
    rill::memory_writer writer(out, race::block_values * race::line_size + 256);
    for (; first != last; ++first) rill::println(writer, *first);
    return out + writer.size();
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"memory_writer", memory_row}};
  return race::main(argc, argv, rows);
}
