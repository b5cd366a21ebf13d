// peer: stdio
// row: fprintf_grouped | grouped | setlocale, fprintf(f, "%'zu\n", i), 128 KiB
//   buffer
#include <locale.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t grouped_row(race::job const& j) {
  if (setlocale(LC_ALL, "") == nullptr) race::fail("setlocale");
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  for (size_t i = 0; i < j.count; ++i) fprintf(f, "%'zu\n", i);
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fprintf_grouped", grouped_row}};
  return race::main(argc, argv, rows);
}
