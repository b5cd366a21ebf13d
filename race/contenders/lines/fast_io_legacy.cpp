// peer: fast_io
// row: c_file_unlocked | file | print(c_file_unlocked, "Hello World\n")
// row: c_file | file | print(c_file, "Hello World\n")
// row: filebuf_file | file | print(filebuf_file, "Hello World\n")
#include <fast_io.h>
#include <fast_io_legacy.h>

#include "../contender.h"
#include "../fast_io_path.h"

template <class File>
static uint64_t run(race::job const& j) {
  File f(race::fast_io_path(j.output), fast_io::open_mode::out);
  for (size_t i = 0; i < j.count; ++i) fast_io::io::print(f, "Hello World\n");
  return 0;
}

[[gnu::noinline]] static uint64_t unlocked_row(race::job const& j) {
  return run<fast_io::c_file_unlocked>(j);
}

[[gnu::noinline]] static uint64_t c_file_row(race::job const& j) {
  return run<fast_io::c_file>(j);
}

[[gnu::noinline]] static uint64_t filebuf_row(race::job const& j) {
  return run<fast_io::filebuf_file>(j);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"c_file_unlocked", unlocked_row},
                            {"c_file", c_file_row},
                            {"filebuf_file", filebuf_row}};
  return race::main(argc, argv, rows);
}
