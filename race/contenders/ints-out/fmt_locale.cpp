// peer: fmt
// row: print_grouped | grouped | fmt::print(f, "{:L}\n", i) with the global
//   locale, 128 KiB buffer
#include <fmt/format.h>

#include <locale>

#include "../contender.h"

[[gnu::noinline]] static uint64_t grouped_row(race::job const& j) {
  std::locale::global(std::locale(""));
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  for (size_t i = 0; i < j.count; ++i) fmt::print(f, "{:L}\n", i);
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print_grouped", grouped_row}};
  return race::main(argc, argv, rows);
}
