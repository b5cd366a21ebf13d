// The limits: the same bytes by write(2), by read(2), by memcpy.
// peer: limit
// row: write | out-file | write(2) of the bytes made beforehand, 128 KiB a call
// row: read | in-file | read(2), 128 KiB a call
// row: memcpy | in-memory | memcpy of the text into one block of 64 KiB
// row: memcpy_out | out-memory | memcpy of the lines made beforehand, block by
//   block
#include <charconv>

#include "mixed.h"

static char* one_line(char* out, uint64_t v) {
  out = std::to_chars(out, out + 20, v).ptr;
  *out++ = '\n';
  return out;
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return race::limit_of_write(j, one_line);
}

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  return race::read_to_end(j.input);
}

[[gnu::noinline]] static uint64_t memcpy_row(race::job const& j) {
  return race::limit_of_memory_input(j);
}

[[gnu::noinline]] static uint64_t memcpy_out_row(race::job const& j) {
  return race::limit_of_memory_output(j, one_line);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row},
                            {"read", read_row},
                            {"memcpy", memcpy_row},
                            {"memcpy_out", memcpy_out_row}};
  return race::main(argc, argv, rows);
}
