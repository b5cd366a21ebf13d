// peer: rill
// row: in_out | short long | rill::scan(rill::in(), a, b),
//   rill::println(rill::out(), larger)
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t in_out_row(race::job const&) {
  auto& in = rill::in();
  auto& out = rill::out();
  uint32_t count = 0, a = 0, b = 0;
  rill::scan(in, count);
  for (uint32_t i = 0; i < count; ++i) {
    rill::scan(in, a, b);
    rill::println(out, a > b ? a : b);
  }
  rill::flush(out);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"in_out", in_out_row}};
  return race::main(argc, argv, rows);
}
