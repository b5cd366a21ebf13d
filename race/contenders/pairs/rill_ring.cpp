// The circular buffers of the article of this race as rill has them, over
// read(2) and write(2), and over cin.read and cout.write as the article does.
// peer: rill
// row: ring_1k | short long | rill::scan(ring_reader), rill::println(
//   ring_writer), 1 KB each, over read(2) and write(2)
// row: ring_1k_cin_cout | short long | the same over cin.read and cout.write
// row: ring_1k_lines | short long | ring_reader.read_until(line, '\n') and
//   rill::scan of the line, println(ring_writer), 1 KB each, cin and cout
// row: ring_512 | short long* | ring_1k with 512 bytes each
// row: ring_2k | short long* | ring_1k with 2 KB each
// row: ring_4k | short long* | ring_1k with 4 KB each
// row: ring_64k | short long | ring_1k with 64 KB each, mapped twice
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <iostream>

#include "../contender.h"

namespace {

ssize_t read_input(char* out, size_t size) { return read(0, out, size); }
ssize_t write_output(char const* text, size_t size) {
  return write(1, text, size);
}

size_t read_cin(char* out, size_t size) {
  std::cin.read(out, static_cast<std::streamsize>(size));
  return static_cast<size_t>(std::cin.gcount());
}
void write_cout(char const* text, size_t size) {
  std::cout.write(text, static_cast<std::streamsize>(size));
}

template <class Reader, class Writer>
void larger_of_pairs(Reader& in, Writer& out) {
  uint32_t count = 0, a = 0, b = 0;
  rill::scan(in, count);
  for (uint32_t i = 0; i < count; ++i) {
    rill::scan(in, a, b);
    rill::println(out, a > b ? a : b);
  }
  rill::flush(out);
}

template <size_t Capacity>
[[gnu::noinline]] uint64_t ring_row(race::job const&) {
  rill::ring_reader in(Capacity, read_input);
  rill::ring_writer out(Capacity, write_output);
  larger_of_pairs(in, out);
  return 0;
}

[[gnu::noinline]] uint64_t cin_cout_row(race::job const&) {
  rill::ring_reader in(1024, read_cin);
  rill::ring_writer out(1024, write_cout);
  larger_of_pairs(in, out);
  std::cout.flush();
  return 0;
}

[[gnu::noinline]] uint64_t lines_row(race::job const&) {
  rill::ring_reader in(1024, read_cin);
  rill::ring_writer out(1024, write_cout);
  char line[128];
  uint32_t count = 0, a = 0, b = 0;
  size_t size = in.read_until(line, '\n');
  rill::scan(rill::memory_reader(line, size), count);
  for (uint32_t i = 0; i < count; ++i) {
    size = in.read_until(line, '\n');
    rill::scan(rill::memory_reader(line, size), a, b);
    rill::println(out, a > b ? a : b);
  }
  out.flush();
  std::cout.flush();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"ring_1k", ring_row<1024>},  {"ring_1k_cin_cout", cin_cout_row},
      {"ring_1k_lines", lines_row}, {"ring_512", ring_row<512>},
      {"ring_2k", ring_row<2048>},  {"ring_4k", ring_row<4096>},
      {"ring_64k", ring_row<65536>}};
  return race::main(argc, argv, rows);
}
