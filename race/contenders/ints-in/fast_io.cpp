// peer: fast_io
// row: ibuf_file | sum+ vector | scan<true>(ibuf_file, v)
// row: native_file_loader | sum+ vector | native_file_loader, scan<true> of a
//   view of it
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"
#include "collect.h"

[[gnu::noinline]] static uint64_t ibuf_file_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    fast_io::ibuf_file in(race::fast_io_path(j.input));
    size_t v = 0;
    while (fast_io::io::scan<true>(in, v)) keep(v);
  });
}

[[gnu::noinline]] static uint64_t loader_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    fast_io::native_file_loader text(race::fast_io_path(j.input));
    fast_io::ibuffer_view in(text.data(), text.data() + text.size());
    size_t v = 0;
    while (fast_io::io::scan<true>(in, v)) keep(v);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ibuf_file", ibuf_file_row},
                            {"native_file_loader", loader_row}};
  return race::main(argc, argv, rows);
}
