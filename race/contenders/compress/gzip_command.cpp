// peer: gzip_command
// row: gzip | write-gzip+ read-gzip+ lines-gzip+ | gzip -6 -c FILE > FILE, gzip
//   -d -c FILE > /dev/null, gzip -d -c FILE | wc -lc
#include "command.h"

static uint64_t command_row(race::job const& j) {
  return race::run_packer(j, "gzip", race::level_word(j));
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"gzip", command_row}};
  return race::main(argc, argv, rows);
}
