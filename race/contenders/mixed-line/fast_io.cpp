// It writes doubles, but does not read them: there is no row in `in`.
// peer: fast_io
// row: obuf_file | out+ | println(obuf_file, "id: ", id, ", price: ",
//   general(price), ", name: ", name)
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"
#include "mixed_line.h"

[[gnu::noinline]] static uint64_t obuf_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    fast_io::obuf_file out(race::fast_io_path(j.output));
    for (race::record const& r : records)
      fast_io::io::println(out, "id: ", r.id,
                           ", price: ", fast_io::mnp::general(r.price),
                           ", name: ", r.text());
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"obuf_file", obuf_file_row}};
  return race::main(argc, argv, rows);
}
