// peer: rill
// row: stdout | file | rill::print("Hello World\n"), standard output redirected
// row: FILE | file | rill::print(f, "Hello World\n") to a FILE*
#include <rill/print.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  race::redirect_stdout(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print("Hello World\n");
  rill::flush();
  return 0;
}

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) race::fail("fopen");
  for (size_t i = 0; i < j.count; ++i) rill::print(f, "Hello World\n");
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"stdout", stdout_row}, {"FILE", file_row}};
  return race::main(argc, argv, rows);
}
