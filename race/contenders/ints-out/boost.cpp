// peer: boost
// row: stream | file | boost::iostreams::stream << i << '\n'
// row: stream_128k | file | the same with a 128 KiB buffer
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/stream.hpp>

#include "../contender.h"

namespace io = boost::iostreams;

static uint64_t run(race::job const& j, std::streamsize size) {
  io::stream<io::file_descriptor_sink> out(
      io::file_descriptor_sink(std::string(j.output)), size);
  for (size_t i = 0; i < j.count; ++i) out << i << '\n';
  return 0;
}

[[gnu::noinline]] static uint64_t stream_row(race::job const& j) {
  return run(j, -1);
}

[[gnu::noinline]] static uint64_t stream_128k_row(race::job const& j) {
  return run(j, static_cast<std::streamsize>(race::buffer_size));
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"stream", stream_row},
                            {"stream_128k", stream_128k_row}};
  return race::main(argc, argv, rows);
}
