// peer: pigz_command
// row: pigz | write-gzip read-gzip lines-gzip | pigz -6 -p1 -c FILE > FILE,
//   pigz -d -c FILE > /dev/null, which reads and writes in threads,
//   pigz -d -c FILE | wc -lc
#include "command.h"

static uint64_t command_row(race::job const& j) {
  return race::run_packer(j, "pigz", race::level_word(j), "-p1");
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"pigz", command_row}};
  return race::main(argc, argv, rows);
}
