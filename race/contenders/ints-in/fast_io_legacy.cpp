// peer: fast_io
// row: c_file_unlocked | sum vector | scan<true>(c_file_unlocked, v)
// row: c_file | sum vector | scan<true>(c_file, v)
// row: filebuf_file | sum vector | scan<true>(filebuf_file, v)
#include <fast_io.h>
#include <fast_io_legacy.h>

#include "../fast_io_path.h"
#include "collect.h"

template <class File>
static uint64_t run(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    File in(race::fast_io_path(j.input), fast_io::open_mode::in);
    size_t v = 0;
    while (fast_io::io::scan<true>(in, v)) keep(v);
  });
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
