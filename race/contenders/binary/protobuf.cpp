// peer: protobuf
// row: serialize | write write-ints write-floats | SerializeToArray of
//   protobuf's own objects, made before the clock runs
// row: parse | read read-ints read-floats | ParseFromArray into objects of
//   protobuf's own, which stay
// row: write_delimited | write-file | SerializeDelimitedToZeroCopyStream, a
//   FileOutputStream of 128 KiB
// row: parse_delimited | read-file | ParseDelimitedFromZeroCopyStream, a
//   FileInputStream of 128 KiB
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/util/delimited_message_util.h>

#include "codec_protobuf.h"

using codec = race::protobuf_codec;
namespace io = google::protobuf::io;
namespace util = google::protobuf::util;

static void write_file(race::job const& j,
                       race_proto::Monsters const& message) {
  io::FileOutputStream to(race::create_output(j), race::buffer_size);
  for (size_t i = 0; i != j.count; ++i)
    if (!util::SerializeDelimitedToZeroCopyStream(message, &to))
      race::fail("protobuf");
  if (!to.Close()) race::fail("protobuf");
}

static void read_file(race::job const& j, race_proto::Monsters& message) {
  int const fd = open(j.output, O_RDONLY | O_CLOEXEC);
  io::FileInputStream from(fd, race::buffer_size);
  for (size_t i = 0; i != j.count; ++i) {
    message.Clear();  // parsing adds to the existing elements
    if (!util::ParseDelimitedFromZeroCopyStream(&message, &from, nullptr))
      race::fail("protobuf");
  }
  from.Close();
}

// Times writing or reading; the other runs with the clock stopped.
static uint64_t file_row(race::job const& j, bool is_timed_reading) {
  race::monsters const value = race::load_monsters(j);
  race_proto::Monsters message;
  race_proto::Monsters made;
  race::to_proto(message, value);
  race::start_clock();
  write_file(j, message);
  race::stop_clock();
  if (is_timed_reading) race::start_clock();
  read_file(j, made);
  race::stop_clock();
  race::monsters found;
  race::from_proto(found, made);
  return race::verified(found, value);
}

static uint64_t write_delimited_row(race::job const& j) {
  return file_row(j, false);
}
static uint64_t parse_delimited_row(race::job const& j) {
  return file_row(j, true);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"serialize", race::write_row<codec>},
                            {"parse", race::read_row<codec>},
                            {"write_delimited", write_delimited_row},
                            {"parse_delimited", parse_delimited_row}};
  return race::main(argc, argv, rows);
}
