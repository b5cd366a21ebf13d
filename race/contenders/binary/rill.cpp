// peer: rill
// row: memory_writer | write+ write-ints+ write-floats+ |
//   rill::write_binary(memory_writer, x)
// row: memory_reader | read+ read-ints+ read-floats+ |
//   rill::read_binary_into(memory_reader, x)
// row: to_bytes | write-fresh+ | rill::to_bytes(x), a new std::string
// row: from_bytes | read-fresh+ | rill::from_bytes<T>(bytes)
// row: file_writer | write-file+ | rill::write_binary(file_writer, x)
// row: file_reader | read-file+ | rill::read_binary_into(file_reader, x)
#include <rill/file.h>

#include "codec_rill.h"

static uint64_t from_bytes_row(race::job const& j) {
  return race::read_fresh_by<race::rill_codec>(
      j, [](race::rill_codec const& codec, size_t size, auto& made) {
        made = rill::from_bytes<std::remove_reference_t<decltype(made)>>(
            rill::text(codec.data(), size));
      });
}

struct output {
  explicit output(race::job const& j) : file(j.output) {}
  void write(race::monsters const& value) { rill::write_binary(file, value); }
  void finish() { file.close(); }
  rill::file_writer file;
};
struct input {
  explicit input(race::job const& j) : file(j.output) {}
  void read(race::monsters& value) { rill::read_binary_into(file, value); }
  void finish() {}
  rill::file_reader file;
};

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"memory_writer", race::write_row<race::rill_codec>},
      {"memory_reader", race::read_row<race::rill_codec>},
      {"to_bytes", race::write_fresh_row<race::rill_codec>},
      {"from_bytes", from_bytes_row},
      {"file_writer", race::write_file_row<output, input>},
      {"file_reader", race::read_file_row<output, input>}};
  return race::main(argc, argv, rows);
}
