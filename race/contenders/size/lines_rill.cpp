// peer: rill
// row: lines_rill | lines | rill::file_writer
#include <rill/file.h>
#include <rill/print.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  rill::file_writer out(argv[1]);
  for (size_t i = 0; i < count; ++i) rill::print(out, "Hello World\n");
  out.close();
}
