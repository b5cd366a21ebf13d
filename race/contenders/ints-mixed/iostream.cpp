// peer: iostream
// row: ofstream | out-file | out << v << '\n'
// row: ifstream | in-file | in >> v
// row: rdbuf_snextc | in-file | digits by hand, in.rdbuf()->snextc
#include <fstream>

#include "mixed.h"

[[gnu::noinline]] static uint64_t ofstream_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    std::ofstream out(j.output, std::ios::binary);
    for (uint64_t v : values) out << v << '\n';
  });
}

[[gnu::noinline]] static uint64_t ifstream_row(race::job const& j) {
  std::ifstream in(j.input, std::ios::binary);
  uint64_t all = 0, v = 0;
  while (in >> v) all ^= v;
  return all;
}

[[gnu::noinline]] static uint64_t snextc_row(race::job const& j) {
  std::ifstream in(j.input, std::ios::binary);
  auto& buffer = *in.rdbuf();
  uint64_t all = 0;
  int c = buffer.sgetc();
  for (;;) {
    while (c == '\n') c = buffer.snextc();
    if (c < '0' || c > '9') return all;
    uint64_t v = 0;
    for (; c >= '0' && c <= '9'; c = buffer.snextc())
      v = v * 10 + static_cast<uint64_t>(c - '0');
    all ^= v;
  }
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream", ofstream_row},
                            {"ifstream", ifstream_row},
                            {"rdbuf_snextc", snextc_row}};
  return race::main(argc, argv, rows);
}
