// peer: rill
// row: imbued_C | file | rill::println(imbued(file_writer, c_locale("C")), i)
// row: imbued_user | grouped | rill::println(imbued(file_writer, c_locale("")),
//   i)
// row: imbued_user_FILE | grouped | the same into a FILE*, 128 KiB
//   buffer
#include <rill/file.h>
#include <rill/locale.h>
#include <rill/print.h>

#include "../contender.h"

static uint64_t run(race::job const& j, char const* name) {
  rill::file_writer file(j.output);
  rill::imbued out(file, rill::c_locale(name));
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  file.close();
  return 0;
}

[[gnu::noinline]] static uint64_t plain_row(race::job const& j) {
  return run(j, "C");
}
[[gnu::noinline]] static uint64_t user_row(race::job const& j) {
  return run(j, "");
}
[[gnu::noinline]] static uint64_t user_file_row(race::job const& j) {
  FILE* const f = race::open_stream(j.output, "wb", race::buffer_size);
  rill::imbued out(f, rill::c_locale(""));
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  fclose(f);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"imbued_C", plain_row},
                            {"imbued_user", user_row},
                            {"imbued_user_FILE", user_file_row}};
  return race::main(argc, argv, rows);
}
