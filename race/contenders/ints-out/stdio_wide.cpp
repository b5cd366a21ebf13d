// peer: stdio
// row: fwprintf | wide | fwprintf(f, L"%zu\n", i), 128 KiB buffer
// row: putwc_prepared | wide | putwc_unlocked of wide characters made
//   beforehand, 128 KiB buffer
#include "wide.h"

[[gnu::noinline]] static uint64_t fwprintf_row(race::job const& j) {
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  for (size_t i = 0; i < j.count; ++i) fwprintf(f, L"%zu\n", i);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t putwc_row(race::job const& j) {
  auto const lines = race::wide_lines(j);
  race::start_clock();
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  lines.each([f](wchar_t const* line, size_t size) {
    for (size_t i = 0; i < size; ++i) putwc_unlocked(line[i], f);
  });
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fwprintf", fwprintf_row},
                            {"putwc_prepared", putwc_row}};
  return race::main(argc, argv, rows);
}
