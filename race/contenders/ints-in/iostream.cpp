// peer: iostream
// row: ifstream | sum+ vector | in >> v
// row: rdbuf_snextc | sum+ vector | digits by hand, in.rdbuf()->sgetc and
//   snextc
// row: getline_from_chars | sum vector | std::getline, from_chars
#include <charconv>
#include <fstream>
#include <string>

#include "collect.h"

[[gnu::noinline]] static uint64_t extract_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    std::ifstream in(j.input, std::ios::binary);
    size_t v = 0;
    while (in >> v) keep(v);
  });
}

[[gnu::noinline]] static uint64_t snextc_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    std::ifstream in(j.input, std::ios::binary);
    auto& buffer = *in.rdbuf();
    int c = buffer.sgetc();
    for (;;) {
      while (c == '\n') c = buffer.snextc();
      if (c < '0' || c > '9') break;
      uint64_t v = 0;
      for (; c >= '0' && c <= '9'; c = buffer.snextc())
        v = v * 10 + static_cast<uint64_t>(c - '0');
      keep(v);
    }
  });
}

[[gnu::noinline]] static uint64_t getline_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    std::ifstream in(j.input, std::ios::binary);
    std::string line;
    while (std::getline(in, line)) {
      uint64_t v = 0;
      std::from_chars(line.data(), line.data() + line.size(), v);
      keep(v);
    }
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ifstream", extract_row},
                            {"rdbuf_snextc", snextc_row},
                            {"getline_from_chars", getline_row}};
  return race::main(argc, argv, rows);
}
