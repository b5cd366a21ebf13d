// peer: iostream
// flags: -static-libstdc++ -static-libgcc -Wl,-z,now
// row: read | mapped summed small-many-summed+ big-many-summed+ | ifstream,
//   seekg to the end, string, one read
// row: rdbuf | small-once-mapped small-once-summed small-many-mapped*
//   small-many-summed big-once-mapped big-once-summed big-many-mapped*
//   big-many-summed* | ostringstream << ifstream.rdbuf()
// row: vector | small-once-mapped small-once-summed small-many-mapped*
//   small-many-summed big-once-mapped* big-once-summed |
//   std::vector<char> of istreambuf_iterator
// row: deque | small-once-mapped small-once-summed small-many-mapped*
//   small-many-summed* big-once-mapped* big-once-summed |
//   std::deque<char> of istreambuf_iterator
#include <deque>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "bytes.h"

namespace {

uint64_t read_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    std::ifstream in(path, std::ios::binary);
    in.seekg(0, std::ios::end);
    std::string bytes(static_cast<size_t>(in.tellg()), '\0');
    in.seekg(0);
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    to(bytes.data(), bytes.size());
  });
}

uint64_t rdbuf_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    to(out.view().data(), out.view().size());
  });
}

template <class Container>
uint64_t container_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    std::ifstream in(path, std::ios::binary);
    Container const bytes{std::istreambuf_iterator<char>(in),
                          std::istreambuf_iterator<char>()};
    if constexpr (requires { bytes.data(); })
      to(bytes.data(), bytes.size());
    else
      for (char byte : bytes) to(byte);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"read", read_row},
                            {"rdbuf", rdbuf_row},
                            {"vector", container_row<std::vector<char>>},
                            {"deque", container_row<std::deque<char>>}};
  return race::main(argc, argv, rows);
}
