// peer: rill
// row: rill_sum | file+ files+ | examples/rill_sum.cpp: rill-sum FILES
#define main rill_sum_main
#include "../../../examples/rill_sum.cpp"
#undef main

#include "command.h"

static char* program = nullptr;

static uint64_t command_row(race::job const& j) {
  return race::hash_by_command(j, program, {program, "--program"});
}

int main(int argc, char** argv) {
  program = argv[0];
  if (argc > 1 && strcmp(argv[1], "--program") == 0)
    return rill_sum_main(argc - 1, argv + 1);
  race::row const rows[] = {{"rill_sum", command_row}};
  return race::main(argc, argv, rows);
}
