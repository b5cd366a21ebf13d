// peer: boost
// flags: -Wl,-z,now
// row: mapped_file | mapped summed | boost::iostreams::mapped_file_source
#include <boost/iostreams/device/mapped_file.hpp>

#include "bytes.h"

static uint64_t mapped_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    boost::iostreams::mapped_file_source const file(path);
    to(file.data(), file.size());
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"mapped_file", mapped_row}};
  return race::main(argc, argv, rows);
}
