// peer: rill
// row: stdout | file equal | rill::println(i) to the redirected standard output
// row: FILE | file equal | rill::println(f, i) to a FILE*
// row: c_file | file equal | rill::println(c_file, i)
// row: c_file_unlocked | file equal | rill::println(c_file_unlocked, i)
#include <rill/print.h>
#include <rill/stdio.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  race::redirect_stdout(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::println(i);
  rill::flush();
  return 0;
}

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  FILE* const f =
      race::open_stream(j.output, "wb", j.is("equal") ? race::equal_size : 0);
  for (size_t i = 0; i < j.count; ++i) rill::println(f, i);
  fclose(f);
  return 0;
}

template <class File>
static uint64_t run(race::job const& j) {
  File out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  out.close();
  return 0;
}

[[gnu::noinline]] static uint64_t c_file_row(race::job const& j) {
  return run<rill::c_file>(j);
}
[[gnu::noinline]] static uint64_t unlocked_row(race::job const& j) {
  return run<rill::c_file_unlocked>(j);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"stdout", stdout_row},
                            {"FILE", file_row},
                            {"c_file", c_file_row},
                            {"c_file_unlocked", unlocked_row}};
  return race::main(argc, argv, rows);
}
