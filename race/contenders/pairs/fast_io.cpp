// peer: fast_io
// row: scan_println | short+ long+ | scan(a, b), println(larger), C's streams
// row: native_buffers | short+ long+ | basic_ibuf and basic_obuf of
//   native_io_observer
#include <fast_io.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t plain_row(race::job const&) {
  uint32_t count = 0, a = 0, b = 0;
  fast_io::io::scan(count);
  for (uint32_t i = 0; i < count; ++i) {
    fast_io::io::scan(a, b);
    fast_io::io::println(a > b ? a : b);
  }
  fflush(stdout);
  return 0;
}

[[gnu::noinline]] static uint64_t native_row(race::job const&) {
  fast_io::basic_ibuf<fast_io::native_io_observer> in{fast_io::in()};
  fast_io::basic_obuf<fast_io::native_io_observer> out{fast_io::out()};
  uint32_t count = 0, a = 0, b = 0;
  fast_io::io::scan(in, count);
  for (uint32_t i = 0; i < count; ++i) {
    fast_io::io::scan(in, a, b);
    fast_io::io::println(out, a > b ? a : b);
  }
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan_println", plain_row},
                            {"native_buffers", native_row}};
  return race::main(argc, argv, rows);
}
