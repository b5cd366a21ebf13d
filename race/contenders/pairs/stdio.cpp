// peer: stdio
// row: scanf_printf | short+ long+ | scanf("%u %u"), printf("%u\n")
// row: fread_fwrite | short+ long+ | fread and fwrite of 128 KiB, digits by
//   hand
#include "../contender.h"

[[gnu::noinline]] static uint64_t scanf_row(race::job const&) {
  unsigned count = 0, a = 0, b = 0;
  if (scanf("%u", &count) != 1) race::fail("no count");
  for (unsigned i = 0; i < count; ++i) {
    if (scanf("%u %u", &a, &b) != 2) race::fail("no pair");
    printf("%u\n", a > b ? a : b);
  }
  fflush(stdout);
  return 0;
}

namespace {

struct input {
  char buffer[race::buffer_size];
  char const* at = buffer;
  char const* last = buffer;

  int next() {
    if (at == last) {
      last = buffer + fread(buffer, 1, sizeof buffer, stdin);
      at = buffer;
      if (at == last) return -1;
    }
    return *at++;
  }
  uint32_t number() {
    int c = next();
    while (c >= 0 && c < '0') c = next();
    uint32_t v = 0;
    for (; c >= '0'; c = next()) v = v * 10 + static_cast<uint32_t>(c - '0');
    return v;
  }
};

struct output {
  char buffer[race::buffer_size];
  size_t used = 0;

  void flush() {
    fwrite(buffer, 1, used, stdout);
    used = 0;
  }
  void line(uint32_t v) {
    if (sizeof buffer - used < 16) flush();
    char text[16];
    char* at = text + sizeof text;
    *--at = '\n';
    do *--at = static_cast<char>('0' + v % 10);
    while ((v /= 10) != 0);
    size_t const size = static_cast<size_t>(text + sizeof text - at);
    memcpy(buffer + used, at, size);
    used += size;
  }
};

}  // namespace

[[gnu::noinline]] static uint64_t fread_row(race::job const&) {
  static input in;
  static output out;
  uint32_t const count = in.number();
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t const a = in.number();
    uint32_t const b = in.number();
    out.line(a > b ? a : b);
  }
  out.flush();
  fflush(stdout);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scanf_printf", scanf_row},
                            {"fread_fwrite", fread_row}};
  return race::main(argc, argv, rows);
}
