// peer: glaze
// flags: -std=c++23
// row: write | write write-ints write-floats | glz::write_beve into a
//   std::string that is used again; has the members' names
// row: read | read read-ints read-floats | glz::read_beve
// row: write_fresh | write-fresh | glz::write_beve, a new std::string
// row: read_fresh | read-fresh | glz::read_beve, a new x
// row: write_blocks | write-file | each behind its size in a block of 128 KiB,
//   and write(2) of that
// row: read_blocks | read-file | read(2) of 128 KiB, and each message where it
//   lies in them
#include "codec_glaze.h"

using codec = race::glaze_codec;
using output = race::framed_output<codec>;
using input = race::framed_input<codec>;

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"write", race::write_row<codec>},
      {"read", race::read_row<codec>},
      {"write_fresh", race::write_fresh_row<codec>},
      {"read_fresh", race::read_fresh_row<codec>},
      {"write_blocks", race::write_file_row<output, input>},
      {"read_blocks", race::read_file_row<output, input>}};
  return race::main(argc, argv, rows);
}
