// peer: zstd_command
// row: zstd | write-zstd+ read-zstd+ lines-zstd+ | zstd -3 -c FILE > FILE,
//   which reads and writes in threads, zstd -d -c FILE > /dev/null, zstd -d -c
//   FILE | wc -lc
#include "command.h"

static uint64_t command_row(race::job const& j) {
  return race::run_packer(j, "zstd", "-3");
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"zstd", command_row}};
  return race::main(argc, argv, rows);
}
