// peer: fast_io
// row: lines_fast_io_filebuf_file | lines | fast_io::filebuf_file
#include <fast_io.h>
#include <fast_io_legacy.h>
#include <stdlib.h>

#include "../fast_io_path.h"

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  fast_io::filebuf_file out(race::fast_io_path(argv[1]),
                            fast_io::open_mode::out);
  for (size_t i = 0; i < count; ++i) fast_io::io::print(out, "Hello World\n");
}
