// peer: rill
// row: rill_conv | file | examples/rill_conv.cpp: rill-conv -f UTF-8 -t TO -o
//   OUTPUT INPUT
#define main rill_conv_main
#include "../../../examples/rill_conv.cpp"
#undef main

#include "command.h"

static char* program = nullptr;

static uint64_t command_row(race::job const& j) {
  char const* const words[] = {
      program, "--program", "-f",    "UTF-8", "-t", race::target_name(j),
      "-o",    j.output,    j.input, nullptr};
  return race::run_command(program, const_cast<char* const*>(words));
}

int main(int argc, char** argv) {
  program = argv[0];
  if (argc > 1 && strcmp(argv[1], "--program") == 0)
    return rill_conv_main(argc - 1, argv + 1);
  race::row const rows[] = {{"rill_conv", command_row}};
  return race::main(argc, argv, rows);
}
