// peer: alpaca
// row: write | write write-ints write-floats | alpaca::serialize into a
//   std::vector that is used again, fixed_length_encoding
// row: read | read read-ints read-floats | alpaca::deserialize, always a new
//   object
// row: write_fresh | write-fresh | alpaca::serialize, a new std::vector
// row: read_fresh | read-fresh | alpaca::deserialize
// row: write_blocks | write-file | each behind its size in a block of 128 KiB,
//   and write(2) of that
// row: read_blocks | read-file | read(2) of 128 KiB, and each message where it
//   lies in them
#include "codec_alpaca.h"

using codec = race::alpaca_codec;
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
