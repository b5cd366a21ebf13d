// peer: fmt
// row: print | eight | fmt::print(f, "thread {} line {} of the race\n")
// row: print_64k | eight | the same, 64 KiB buffer
// row: idle_print | idle-ints | fmt::print(f, "{}\n", i), 64 KiB buffer
#include <fmt/format.h>

#include "threads.h"

static uint64_t print_to(race::job const& j, FILE* f) {
  race::in_threads(j, [=](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      fmt::print(f, "thread {} line {} of the race\n", thread, i);
  });
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  return print_to(j, race::open_stream(j));
}
[[gnu::noinline]] static uint64_t print_64k_row(race::job const& j) {
  return print_to(j, race::open_wide_stream(j));
}
[[gnu::noinline]] static uint64_t idle_row(race::job const& j) {
  race::start_idle_thread();
  FILE* const f = race::open_wide_stream(j);
  for (size_t i = 0; i != j.count; ++i) fmt::print(f, "{}\n", i);
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print", print_row},
                            {"print_64k", print_64k_row},
                            {"idle_print", idle_row}};
  return race::main(argc, argv, rows);
}
