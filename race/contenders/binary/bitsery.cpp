// peer: bitsery
// flags: -DNDEBUG
// row: write | write+ write-ints write-floats | Serializer, an
//   OutputBufferAdapter of memory, which is not checked
// row: read | read+ read-ints read-floats | Deserializer, an
//   InputBufferAdapter
// row: write_fresh | write-fresh | the same into a new std::vector
// row: read_fresh | read-fresh | the same into a new x
// row: write_blocks | write-file | each behind its size in a block of 128 KiB,
//   and write(2) of that
// row: read_blocks | read-file | read(2) of 128 KiB, and each message where it
//   lies in them
// row: write_ofstream | write-file+ | OutputBufferedStreamAdapter over a
//   std::ofstream
// row: read_ifstream | read-file+ | InputStreamAdapter over a std::ifstream
#include <bitsery/adapter/stream.h>

#include "codec_bitsery.h"

using codec = race::bitsery_codec;
using output = race::framed_output<codec>;
using input = race::framed_input<codec>;

struct stream_output {
  explicit stream_output(race::job const& j)
      : file(j.output, std::ios::binary), to(file) {}
  void write(race::monsters const& value) { race::serialize_list(to, value); }
  void finish() {
    to.adapter().flush();
    if (!file) race::fail("the stream");
  }
  std::ofstream file;
  bitsery::Serializer<bitsery::OutputBufferedStreamAdapter> to;
};
struct stream_input {
  explicit stream_input(race::job const& j)
      : file(j.output, std::ios::binary), from(file) {}
  void read(race::monsters& value) {
    race::serialize_list(from, value);
    if (from.adapter().error() != bitsery::ReaderError::NoError)
      race::fail("bitsery");
  }
  void finish() {}
  std::ifstream file;
  bitsery::Deserializer<bitsery::InputStreamAdapter> from;
};

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"write", race::write_row<codec>},
      {"read", race::read_row<codec>},
      {"write_fresh", race::write_fresh_row<codec>},
      {"read_fresh", race::read_fresh_row<codec>},
      {"write_blocks", race::write_file_row<output, input>},
      {"read_blocks", race::read_file_row<output, input>},
      {"write_ofstream", race::write_file_row<stream_output, stream_input>},
      {"read_ifstream", race::read_file_row<stream_output, stream_input>}};
  return race::main(argc, argv, rows);
}
