// peer: charconv
// row: read_from_chars | file pipe seed-file | read(0) of 128 KiB, from_chars
#include <charconv>

#include "../contender.h"

[[gnu::noinline]] static uint64_t read_row(race::job const&) {
  static char buffer[race::buffer_size];
  uint64_t all = 0;
  size_t kept = 0;
  for (;;) {
    ssize_t const got = read(0, buffer + kept, sizeof buffer - kept);
    char* last = buffer + kept + (got > 0 ? got : 0);
    char* const stop = last;
    // Keeps a number that touches the end, which the next read can continue.
    if (got > 0)
      while (last != buffer && last[-1] >= '0') --last;
    char const* at = buffer;
    for (;;) {
      while (at != last && *at < '0') ++at;
      if (at == last) break;
      uint64_t v = 0;
      at = std::from_chars(at, last, v).ptr;
      all ^= v;
    }
    if (got <= 0) return all;
    kept = static_cast<size_t>(stop - last);
    memmove(buffer, last, kept);
  }
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"read_from_chars", read_row}};
  return race::main(argc, argv, rows);
}
