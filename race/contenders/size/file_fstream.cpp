// peer: iostream
// row: file_fstream | hello-file | std::ofstream
#include <fstream>

int main(int, char** argv) {
  std::ofstream out(argv[1], std::ios::binary);
  out << "Hello World\n";
}
