// peer: iostream
// row: ofstream_17 | uniform-out-file~ out-file*~ | out.precision(17), out << x
//   << '\n'
// row: ofstream_fixed | fixed-file | out << std::fixed, precision 2, x << '\n'
// row: ifstream | uniform-in-file in-file* | in >> x
#include <fstream>

#include "doubles.h"

[[gnu::noinline]] static uint64_t ofstream_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    std::ofstream out(j.output, std::ios::binary);
    out.precision(17);
    for (double x : values) out << x << '\n';
  });
}

[[gnu::noinline]] static uint64_t ofstream_fixed_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    std::ofstream out(j.output, std::ios::binary);
    out << std::fixed;
    out.precision(2);
    for (double x : values) out << x << '\n';
  });
}

[[gnu::noinline]] static uint64_t ifstream_row(race::job const& j) {
  std::ifstream in(j.input, std::ios::binary);
  uint64_t all = 0;
  double x = 0;
  while (in >> x) all ^= race::bits(x);
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream_17", ofstream_row},
                            {"ofstream_fixed", ofstream_fixed_row},
                            {"ifstream", ifstream_row}};
  return race::main(argc, argv, rows);
}
