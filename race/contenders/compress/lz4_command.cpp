// peer: lz4_command
// row: lz4 | write-lz4+ read-lz4+ lines-lz4+ | lz4 -1 -c FILE > FILE, lz4 -d -c
//   FILE > /dev/null, lz4 -d -c FILE | wc -lc
#include "command.h"

static uint64_t command_row(race::job const& j) {
  return race::run_packer(j, "lz4", "-1");
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"lz4", command_row}};
  return race::main(argc, argv, rows);
}
