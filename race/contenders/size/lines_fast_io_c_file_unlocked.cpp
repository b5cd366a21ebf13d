// peer: fast_io
// row: lines_fast_io_c_file_unlocked | lines | fast_io::c_file_unlocked
#include <fast_io.h>
#include <fast_io_legacy.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  fast_io::c_file_unlocked out(fast_io::mnp::os_c_str(argv[1]),
                               fast_io::open_mode::out);
  for (size_t i = 0; i < count; ++i) fast_io::io::print(out, "Hello World\n");
}
