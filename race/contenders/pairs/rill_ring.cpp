// peer: rill
// row: ring_1k | short long | rill::ring_reader and ring_writer of 1 KB over
// read and write
#include <rill/number.h>
#include <rill/stream.h>

#include "../contender.h"

static uint32_t number(char const*& at, char const* last) {
  while (at != last && *at == ' ') ++at;
  uint32_t v = 0;
  at = rill::parse_integer(at, last, v).end;
  return v;
}

[[gnu::noinline]] static uint64_t ring_row(race::job const&) {
  rill::ring_reader in(1024, [](char* data, size_t size) {
    ssize_t const n = read(0, data, size);
    return n > 0 ? static_cast<size_t>(n) : size_t{0};
  });
  rill::ring_writer out(1024, [](char const* data, size_t size) {
    race::write_all(1, data, size);
    return size;
  });
  char line[64];
  size_t size = in.read_until(line, '\n');
  char const* at = line;
  uint32_t const count = number(at, line + size);
  for (uint32_t i = 0; i < count; ++i) {
    size = in.read_until(line, '\n');
    at = line;
    uint32_t const a = number(at, line + size);
    uint32_t const b = number(at, line + size);
    char text[16];
    char* const end = rill::write_decimal(text, a > b ? a : b);
    *end = '\n';
    out.write(text, static_cast<size_t>(end - text) + 1);
  }
  out.flush();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ring_1k", ring_row}};
  return race::main(argc, argv, rows);
}
