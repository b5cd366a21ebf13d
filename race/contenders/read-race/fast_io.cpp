// peer: fast_io
// row: scan | file+ pipe+ seed-file | scan<true>(v), from C's stdin
// row: native_buffer | file+ pipe+ seed-file |
//   scan<true>(basic_ibuf<native_io_observer>, v)
#include <fast_io.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t scan_row(race::job const&) {
  uint64_t all = 0, v = 0;
  while (fast_io::io::scan<true>(v)) all ^= v;
  return all;
}

[[gnu::noinline]] static uint64_t native_row(race::job const&) {
  fast_io::basic_ibuf<fast_io::native_io_observer> in{fast_io::in()};
  uint64_t all = 0, v = 0;
  while (fast_io::io::scan<true>(in, v)) all ^= v;
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan", scan_row}, {"native_buffer", native_row}};
  return race::main(argc, argv, rows);
}
