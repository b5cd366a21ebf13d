// peer: iostream
// row: lines_fstream | lines | std::ofstream
#include <stdlib.h>

#include <fstream>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  std::ofstream out(argv[1], std::ios::binary);
  for (size_t i = 0; i < count; ++i) out << "Hello World\n";
}
