// peer: boost
// row: stream | sum vector | boost::iostreams::stream >> v
// row: stream_128k | sum vector | the same with a 128 KiB buffer
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/stream.hpp>

#include "collect.h"

namespace io = boost::iostreams;

static uint64_t run(race::job const& j, std::streamsize size) {
  return race::collect(j, [&](auto keep) {
    io::stream<io::file_descriptor_source> in(
        io::file_descriptor_source(std::string(j.input)), size);
    size_t v = 0;
    while (in >> v) keep(v);
  });
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
