// peer: coreutils
// row: sha256sum | file+ files+ | sha256sum FILES
#include "command.h"

static uint64_t command_row(race::job const& j) {
  return race::hash_by_command(j, "sha256sum", {"sha256sum"});
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"sha256sum", command_row}};
  return race::main(argc, argv, rows);
}
