// peer: msgpack
// row: pack | write write-ints* write-floats* | msgpack::pack into a sbuffer
//   that is used again
// row: unpack | read read-ints* read-floats* | msgpack::unpack, a zone that is
//   used again, object::convert
// row: pack_fresh | write-fresh | msgpack::pack into a new sbuffer
// row: unpack_fresh | read-fresh | msgpack::unpack, object::convert, a new x
// row: pack_ofstream | write-file | msgpack::pack into a std::ofstream
// row: unpacker | read-file | msgpack::unpacker, read(2) of 128 KiB
// row: pack_blocks | write-file | each behind its size in a block of 128 KiB,
//   and write(2) of that
// row: unpack_blocks | read-file | read(2) of 128 KiB, and each message where
//   it lies in them
#include "codec_msgpack.h"

using codec = race::msgpack_codec;
using blocks_output = race::framed_output<codec>;
using blocks_input = race::framed_input<codec>;

struct output {
  explicit output(race::job const& j) : file(j.output, std::ios::binary) {}
  void write(race::monsters const& value) { msgpack::pack(file, value); }
  void finish() {
    if (!file.flush()) race::fail("the stream");
  }
  std::ofstream file;
};
struct input {
  explicit input(race::job const& j)
      : fd(open(j.output, O_RDONLY | O_CLOEXEC)) {}
  void read(race::monsters& value) {
    msgpack::object_handle found;
    while (!unpacker.next(found)) {
      unpacker.reserve_buffer(race::buffer_size);
      ssize_t const n = ::read(fd, unpacker.buffer(), race::buffer_size);
      if (n <= 0) race::fail("the file is too short");
      unpacker.buffer_consumed(static_cast<size_t>(n));
    }
    found.get().convert(value);
  }
  void finish() { close(fd); }
  int fd;
  msgpack::unpacker unpacker;
};

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"pack", race::write_row<codec>},
      {"unpack", race::read_row<codec>},
      {"pack_fresh", race::write_fresh_row<codec>},
      {"unpack_fresh", race::read_fresh_row<codec>},
      {"pack_ofstream", race::write_file_row<output, input>},
      {"unpacker", race::read_file_row<output, input>},
      {"pack_blocks", race::write_file_row<blocks_output, blocks_input>},
      {"unpack_blocks", race::read_file_row<blocks_output, blocks_input>}};
  return race::main(argc, argv, rows);
}
