// peer: iostream
// row: ofstream | file+ | out << "Hello World\n"
// row: ofstream_write | file | out.write(text, 12)
// row: rdbuf_sputn | file equal | out.rdbuf()->sputn, 128 KiB buffer
#include <fstream>

#include "../contender.h"

[[gnu::noinline]] static uint64_t insert_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out << "Hello World\n";
  return 0;
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out.write("Hello World\n", 12);
  return 0;
}

[[gnu::noinline]] static uint64_t sputn_row(race::job const& j) {
  static char area[race::buffer_size];
  std::ofstream out;
  out.rdbuf()->pubsetbuf(area, j.is("equal") ? race::equal_size : sizeof area);
  out.open(j.output, std::ios::binary);
  auto& buffer = *out.rdbuf();
  for (size_t i = 0; i < j.count; ++i) buffer.sputn("Hello World\n", 12);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream", insert_row},
                            {"ofstream_write", write_row},
                            {"rdbuf_sputn", sputn_row}};
  return race::main(argc, argv, rows);
}
