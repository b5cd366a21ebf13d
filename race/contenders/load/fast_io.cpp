// peer: fast_io
// flags: -static-libstdc++ -static-libgcc -Wl,-z,now
// row: native_file_loader | mapped summed | fast_io::native_file_loader
// row: allocation_file_loader | mapped summed |
//   fast_io::allocation_file_loader
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"
#include "bytes.h"

template <class Loader>
static uint64_t loader_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    Loader const text(race::fast_io_path(path));
    to(text.data(), text.size());
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"native_file_loader", loader_row<fast_io::native_file_loader>},
      {"allocation_file_loader", loader_row<fast_io::allocation_file_loader>}};
  return race::main(argc, argv, rows);
}
