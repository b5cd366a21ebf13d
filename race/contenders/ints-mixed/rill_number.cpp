// peer: rill
// row: write_decimal | out-memory | rill::write_decimal
// row: parse_integer | in-memory | rill::parse_integer
#include <rill/number.h>

#include "mixed.h"

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, uint64_t const* first, uint64_t const* last) {
        for (; first != last; ++first) {
          out = rill::write_decimal(out, *first);
          *out++ = '\n';
        }
        return out;
      });
}

[[gnu::noinline]] static uint64_t parse_row(race::job const& j) {
  return race::from_memory(j, [](auto const& text) {
    uint64_t all = 0;
    char const* at = text.begin();
    char const* const last = text.end();
    while (at != last) {
      uint64_t v = 0;
      at = rill::parse_integer(at, last, v).end;
      all ^= v;
      if (at != last) ++at;
    }
    return all;
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"write_decimal", write_row},
                            {"parse_integer", parse_row}};
  return race::main(argc, argv, rows);
}
