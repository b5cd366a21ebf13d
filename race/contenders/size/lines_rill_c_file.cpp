// peer: rill
// row: lines_rill_c_file | lines | rill::c_file
#include <rill/print.h>
#include <rill/stdio.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  rill::c_file out(argv[1]);
  for (size_t i = 0; i < count; ++i) rill::print(out, "Hello World\n");
  out.close();
}
