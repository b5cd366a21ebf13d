// peer: boost_serialization
// row: write | write write-ints write-floats | binary_oarchive over a
//   std::streambuf of memory, without header, tracking and versions
// row: read | read read-ints read-floats | binary_iarchive over one
// row: write_fresh | write-fresh | binary_oarchive, std::ostringstream
// row: read_fresh | read-fresh | binary_iarchive, a new x
// row: write_ofstream | write-file | binary_oarchive over a std::ofstream
// row: read_ifstream | read-file | binary_iarchive over a std::ifstream
#include "codec_boost.h"

using codec = race::boost_codec;

struct output {
  explicit output(race::job const& j)
      : file(j.output, std::ios::binary), to(file, race::boost_flags) {}
  void write(race::monsters const& value) { to << value; }
  void finish() {
    if (!file.flush()) race::fail("the stream");
  }
  std::ofstream file;
  boost::archive::binary_oarchive to;
};
struct input {
  explicit input(race::job const& j)
      : file(j.output, std::ios::binary), from(file, race::boost_flags) {}
  void read(race::monsters& value) { from >> value; }
  void finish() {}
  std::ifstream file;
  boost::archive::binary_iarchive from;
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
