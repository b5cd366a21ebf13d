// peer: iostream
// row: ofstream | file+ | out << i << '\n'
// row: rdbuf_sputc | file | digits by hand, out.rdbuf()->sputc
// row: to_chars_rdbuf_sputn | file equal | to_chars, then out.rdbuf()->sputn,
//   128 KiB buffer
// row: to_chars_ofstream | file | to_chars, then out.write
#include <charconv>
#include <fstream>

#include "../contender.h"

[[gnu::noinline]] static uint64_t ofstream_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out << i << '\n';
  return 0;
}

[[gnu::noinline]] static uint64_t sputc_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  auto& buffer = *out.rdbuf();
  for (size_t i = 0; i < j.count; ++i) {
    char text[32];
    char* at = text + sizeof text;
    size_t n = i;
    do *--at = static_cast<char>('0' + n % 10);
    while ((n /= 10) != 0);
    while (at != text + sizeof text) buffer.sputc(*at++);
    buffer.sputc('\n');
  }
  return 0;
}

[[gnu::noinline]] static uint64_t sputn_row(race::job const& j) {
  static char area[race::buffer_size];
  std::ofstream out;
  out.rdbuf()->pubsetbuf(area, j.is("equal") ? race::equal_size : sizeof area);
  out.open(j.output, std::ios::binary);
  auto& buffer = *out.rdbuf();
  for (size_t i = 0; i < j.count; ++i) {
    char text[32];
    char* const end = std::to_chars(text, text + sizeof text, i).ptr;
    *end = '\n';
    buffer.sputn(text, end + 1 - text);
  }
  return 0;
}

[[gnu::noinline]] static uint64_t to_chars_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) {
    char text[32];
    char* const end = std::to_chars(text, text + sizeof text, i).ptr;
    *end = '\n';
    out.write(text, end + 1 - text);
  }
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream", ofstream_row},
                            {"rdbuf_sputc", sputc_row},
                            {"to_chars_rdbuf_sputn", sputn_row},
                            {"to_chars_ofstream", to_chars_row}};
  return race::main(argc, argv, rows);
}
