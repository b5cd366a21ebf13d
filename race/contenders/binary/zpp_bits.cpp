// peer: zpp_bits
// row: out | write+ write-ints+ write-floats+ | zpp::bits::out(span)(x)
// row: in | read+ read-ints+ read-floats+ | zpp::bits::in(span)(x)
// row: data_out | write-fresh+ | zpp::bits::data_out(), a new std::vector
// row: in_fresh | read-fresh+ | zpp::bits::in(span)(x), a new x
// row: out_blocks | write-file+ | each behind its size in a block of 128 KiB,
//   and write(2) of that
// row: in_blocks | read-file+ | read(2) of 128 KiB, and each message where it
//   lies in them
// row: out_ofstream | write-file | each into memory, then std::ofstream::write
// row: in_ifstream | read-file | std::ifstream::read of each, then from memory
#include "codec_zpp_bits.h"

using codec = race::zpp_bits_codec;
using output = race::framed_output<codec>;
using input = race::framed_input<codec>;
using stream_output = race::stream_output<codec>;
using stream_input = race::stream_input<codec>;

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"out", race::write_row<codec>},
      {"in", race::read_row<codec>},
      {"data_out", race::write_fresh_row<codec>},
      {"in_fresh", race::read_fresh_row<codec>},
      {"out_blocks", race::write_file_row<output, input>},
      {"in_blocks", race::read_file_row<output, input>},
      {"out_ofstream", race::write_file_row<stream_output, stream_input>},
      {"in_ifstream", race::read_file_row<stream_output, stream_input>}};
  return race::main(argc, argv, rows);
}
