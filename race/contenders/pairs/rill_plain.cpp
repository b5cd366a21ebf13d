// peer: rill
// row: scan_println | short+ long+ | rill::scan(a, b), rill::println(larger)
#include <rill/print.h>
#include <rill/scan.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t plain_row(race::job const&) {
  uint32_t count = 0, a = 0, b = 0;
  rill::scan(count);
  for (uint32_t i = 0; i < count; ++i) {
    rill::scan(a, b);
    rill::println(a > b ? a : b);
  }
  rill::flush();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scan_println", plain_row}};
  return race::main(argc, argv, rows);
}
