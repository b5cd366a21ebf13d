// peer: fast_io
// row: obuf_file | file+ | print(obuf_file, "Hello World\n")
// row: obuf_file_mutex | file | print(obuf_file_mutex, "Hello World\n")
#include <fast_io.h>
#include <fast_io_device.h>

#include "../contender.h"
#include "../fast_io_path.h"

template <class File>
static uint64_t run(race::job const& j) {
  File f(race::fast_io_path(j.output));
  for (size_t i = 0; i < j.count; ++i) fast_io::io::print(f, "Hello World\n");
  return 0;
}

[[gnu::noinline]] static uint64_t obuf_file_row(race::job const& j) {
  return run<fast_io::obuf_file>(j);
}

[[gnu::noinline]] static uint64_t mutex_row(race::job const& j) {
  return run<fast_io::obuf_file_mutex>(j);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"obuf_file", obuf_file_row},
                            {"obuf_file_mutex", mutex_row}};
  return race::main(argc, argv, rows);
}
