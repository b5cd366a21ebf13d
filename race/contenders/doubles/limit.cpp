// The limits: the same bytes by write(2), by read(2), by memcpy.
// peer: limit
// row: write | out-file fixed-file | write(2) of the bytes made beforehand, 128
//   KiB a call
// row: read | in-file | read(2), 128 KiB a call
// row: memcpy | in-memory | memcpy of the text into one block of 64 KiB
// row: memcpy_out | out-memory fixed-memory | memcpy of the lines made
//   beforehand, block by block
#include <charconv>

#include "doubles.h"

static auto lines_of(bool fixed) {
  return [fixed](char* out, double x) {
    char* const last = out + race::line_size;
    out = fixed ? std::to_chars(out, last, x, std::chars_format::fixed, 2).ptr
                : std::to_chars(out, last, x).ptr;
    *out++ = '\n';
    return out;
  };
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return race::limit_of_write(j, lines_of(race::is_kind(j, "fixed-file")));
}

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  return race::read_to_end(j.input);
}

[[gnu::noinline]] static uint64_t memcpy_row(race::job const& j) {
  return race::limit_of_memory_input(j);
}

[[gnu::noinline]] static uint64_t memcpy_out_row(race::job const& j) {
  return race::limit_of_memory_output(
      j, lines_of(race::is_kind(j, "fixed-memory")));
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row},
                            {"read", read_row},
                            {"memcpy", memcpy_row},
                            {"memcpy_out", memcpy_out_row}};
  return race::main(argc, argv, rows);
}
