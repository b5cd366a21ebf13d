// peer: rill
// row: lines_rill_filebuf_file | lines | rill::filebuf_file
#include <rill/iostream.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  auto out = rill::filebuf_file::create(argv[1]);
  for (size_t i = 0; i < count; ++i) rill::print(out, "Hello World\n");
  out.close();
}
