// peer: fmt
// row: file_fmt | hello-file | fmt::output_file
#include <fmt/os.h>

int main(int, char** argv) {
  auto out = fmt::output_file(argv[1]);
  out.print("Hello World\n");
}
