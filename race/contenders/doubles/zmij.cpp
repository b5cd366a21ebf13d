// peer: zmij
// row: write | out-memory+ | zmij::write
// row: write_write | out-file | zmij::write into an own 128 KiB buffer,
//   write(2)
// row: write_fixed | fixed-memory | zmij::write_fixed(out, size, x, 2)
#include <zmij.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return race::each_to_memory(j, [](char* out, double x) {
    return zmij::write(out, race::line_size, x);
  });
}

[[gnu::noinline]] static uint64_t write_write_row(race::job const& j) {
  return race::each_to_file(j, [](char* out, double x) {
    return zmij::write(out, race::line_size, x);
  });
}

[[gnu::noinline]] static uint64_t fixed_row(race::job const& j) {
  return race::to_memory(j, [](char* out, double const* first,
                               double const* last) {
    char* const end = out + race::block_size;
    for (; first != last; ++first) {
      // The room that remains: for a small one, zmij writes to a scratch
      // buffer.
      out = zmij::write_fixed(out, static_cast<size_t>(end - out), *first, 2);
      *out++ = '\n';
    }
    return out;
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", write_row},
                            {"write_write", write_write_row},
                            {"write_fixed", fixed_row}};
  return race::main(argc, argv, rows);
}
