// peer: fmt
// row: lines_fmt | lines | fmt::output_file
#include <fmt/os.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  auto out = fmt::output_file(argv[1]);
  for (size_t i = 0; i < count; ++i) out.print("Hello World\n");
}
