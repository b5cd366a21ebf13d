// peer: iostream
// row: ofstream_imbued | grouped | ofstream imbued with std::locale(""),
//   out << i << '\n', 128 KiB buffer
#include <fstream>
#include <locale>

#include "../contender.h"

[[gnu::noinline]] static uint64_t imbued_row(race::job const& j) {
  static char area[race::buffer_size];
  std::ofstream out;
  out.rdbuf()->pubsetbuf(area, sizeof area);
  out.imbue(std::locale(""));
  out.open(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out << i << '\n';
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream_imbued", imbued_row}};
  return race::main(argc, argv, rows);
}
