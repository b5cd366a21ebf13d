// peer: fmt
// row: print | file | fmt::print(f, "Hello World\n")
// row: output_file | file | fmt::output_file(path).print
#include <fmt/format.h>
#include <fmt/os.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) race::fail("fopen");
  for (size_t i = 0; i < j.count; ++i) fmt::print(f, "Hello World\n");
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t output_file_row(race::job const& j) {
  auto out = fmt::output_file(j.output);
  for (size_t i = 0; i < j.count; ++i) out.print("Hello World\n");
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print", print_row},
                            {"output_file", output_file_row}};
  return race::main(argc, argv, rows);
}
