// peer: rill
// flags: -static-libstdc++ -static-libgcc -Wl,-z,now
// row: map | mapped summed | rill::map(path)
// row: load | mapped summed small-many-summed+ big-many-summed+ |
//   rill::load(path)
// row: load_copy | mapped summed | rill::load(path, {.never_map = true})
// row: map_populate | mapped summed | rill::map(path, {.populate = true})
// row: file_reader | mapped summed | rill::file_reader in its usual form
// row: read_some_8k | mapped summed | rill::file, read_some into 8,192 bytes
// row: read_some_64k | mapped summed | the same into 65,536 bytes
#include <rill/file.h>
#include <rill/map.h>

#include "bytes.h"

namespace {

uint64_t map_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    auto const bytes = rill::map(path);
    to(bytes.data(), bytes.size());
  });
}

uint64_t populate_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    auto const bytes = rill::map(path, {.populate = true});
    to(bytes.data(), bytes.size());
  });
}

uint64_t load_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    auto const bytes = rill::load(path);
    to(bytes.data(), bytes.size());
  });
}

uint64_t copy_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    auto const bytes = rill::load(path, {.never_map = true});
    to(bytes.data(), bytes.size());
  });
}

uint64_t reader_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    rill::file_reader in(path);
    while (!in.at_end()) {
      to(in.cursor(), in.available());
      in.advance_to(in.end());
    }
  });
}

template <std::size_t Size>
uint64_t some_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    rill::file const in = rill::file::open(path);
    char buffer[Size];
    while (size_t const size = in.read_some(buffer, sizeof buffer))
      to(buffer, size);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"map", map_row},
                            {"load", load_row},
                            {"load_copy", copy_row},
                            {"file_reader", reader_row},
                            {"map_populate", populate_row},
                            {"read_some_8k", some_row<8192>},
                            {"read_some_64k", some_row<65536>}};
  return race::main(argc, argv, rows);
}
