// peer: rill
// row: FILE | sum vector equal | rill::scan(f, v)
// row: c_file | sum vector equal | rill::scan(c_file, v)
// row: c_file_unlocked | sum vector equal | rill::scan(c_file_unlocked, v)
// row: FILE_values | sum vector | for (v : rill::values<std::size_t>(f))
#include <rill/scan.h>
#include <rill/stdio.h>

#include "collect.h"

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f =
        race::open_stream(j.input, "rb", j.is("equal") ? race::equal_size : 0);
    size_t v = 0;
    while (rill::scan(f, v)) keep(v);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t values_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f = race::open_stream(j.input, "rb");
    for (size_t v : rill::values<size_t>(f)) keep(v);
    fclose(f);
  });
}

template <class File>
static uint64_t run(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    auto in = File::open(j.input);
    size_t v = 0;
    while (rill::scan(in, v)) keep(v);
  });
}

[[gnu::noinline]] static uint64_t c_file_row(race::job const& j) {
  return run<rill::c_file>(j);
}
[[gnu::noinline]] static uint64_t unlocked_row(race::job const& j) {
  return run<rill::c_file_unlocked>(j);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"FILE", file_row},
                            {"c_file", c_file_row},
                            {"c_file_unlocked", unlocked_row},
                            {"FILE_values", values_row}};
  return race::main(argc, argv, rows);
}
