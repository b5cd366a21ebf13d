// peer: cereal
// row: write | write+ write-ints+ write-floats+ | BinaryOutputArchive over a
//   std::streambuf of memory
// row: read | read+ read-ints+ read-floats+ | BinaryInputArchive over one
// row: write_fresh | write-fresh+ | BinaryOutputArchive, std::ostringstream
// row: read_fresh | read-fresh+ | BinaryInputArchive, a new x
// row: write_ofstream | write-file+ | BinaryOutputArchive over a std::ofstream
// row: read_ifstream | read-file+ | BinaryInputArchive over a std::ifstream
#include "codec_cereal.h"

using codec = race::cereal_codec;

struct output {
  explicit output(race::job const& j)
      : file(j.output, std::ios::binary), to(file) {}
  void write(race::monsters const& value) { to(value); }
  void finish() {
    if (!file.flush()) race::fail("the stream");
  }
  std::ofstream file;
  cereal::BinaryOutputArchive to;
};
struct input {
  explicit input(race::job const& j)
      : file(j.output, std::ios::binary), from(file) {}
  void read(race::monsters& value) { from(value); }
  void finish() {}
  std::ifstream file;
  cereal::BinaryInputArchive from;
};

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"write", race::write_row<codec>},
      {"read", race::read_row<codec>},
      {"write_fresh", race::write_fresh_row<codec>},
      {"read_fresh", race::read_fresh_row<codec>},
      {"write_ofstream", race::write_file_row<output, input>},
      {"read_ifstream", race::read_file_row<output, input>}};
  return race::main(argc, argv, rows);
}
