// peer: fast_io
// row: file_fast_io | hello-file | fast_io::obuf_file
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"

int main(int, char** argv) {
  fast_io::obuf_file out(race::fast_io_path(argv[1]));
  fast_io::io::println(out, "Hello World");
}
