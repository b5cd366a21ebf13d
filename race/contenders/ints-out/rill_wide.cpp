// peer: rill
// row: wofstream | wide | rill::println(std::wofstream, i)
// row: wide_FILE | wide | rill::println(f, i) to a FILE* that was made wide,
//   128 KiB buffer
#include <rill/iostream.h>
#include <rill/stdio.h>

#include <fstream>

#include "wide.h"

[[gnu::noinline]] static uint64_t wofstream_row(race::job const& j) {
  std::wofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  return 0;
}

[[gnu::noinline]] static uint64_t wide_file_row(race::job const& j) {
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  fwide(f, 1);
  for (size_t i = 0; i < j.count; ++i) rill::println(f, i);
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"wofstream", wofstream_row},
                            {"wide_FILE", wide_file_row}};
  return race::main(argc, argv, rows);
}
