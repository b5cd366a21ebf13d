// peer: rill
// row: stdout | file equal | rill::print("Hello World\n") to the redirected
//   standard output
// row: FILE | file equal | rill::print(f, "Hello World\n") to a FILE*
// row: c_file | file equal | rill::print(c_file, "Hello World\n")
// row: c_file_unlocked | file equal | rill::print(c_file_unlocked, "Hello
//   World\n")
#include <rill/print.h>
#include <rill/stdio.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  race::redirect_stdout(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print("Hello World\n");
  rill::flush();
  return 0;
}

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  FILE* const f =
      race::open_stream(j.output, "wb", j.is("equal") ? race::equal_size : 0);
  for (size_t i = 0; i < j.count; ++i) rill::print(f, "Hello World\n");
  fclose(f);
  return 0;
}

template <class File>
static uint64_t run(race::job const& j) {
  File out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print(out, "Hello World\n");
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
