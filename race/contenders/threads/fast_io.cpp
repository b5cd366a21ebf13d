// peer: fast_io
// row: c_file | eight | println(c_file, pieces)
// row: c_file_64k | eight+ | println(c_io_observer of a FILE*, pieces), 64 KiB
//   buffer
// row: obuf_file_mutex | eight+ | println(obuf_file_mutex, pieces)
// row: idle_c_file | idle-ints | println(c_io_observer of a FILE*, i), 64 KiB
//   buffer
// row: idle_obuf_file_mutex | idle-ints | println(obuf_file_mutex, i)
// row: idle_c_file_lines | idle-lines | print(c_io_observer of a FILE*,
//   "Hello World\n"), 64 KiB buffer
#include <fast_io.h>
#include <fast_io_device.h>
#include <fast_io_legacy.h>

#include "../fast_io_path.h"
#include "threads.h"

template <class File>
static uint64_t print_to(race::job const& j, File& f) {
  race::in_threads(j, [&](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      fast_io::io::println(f, "thread ", thread, " line ", i, " of the race");
  });
  return 0;
}

[[gnu::noinline]] static uint64_t c_file_row(race::job const& j) {
  fast_io::c_file f(race::fast_io_path(j.output), fast_io::open_mode::out);
  return print_to(j, f);
}
[[gnu::noinline]] static uint64_t c_file_64k_row(race::job const& j) {
  FILE* const stream = race::open_wide_stream(j);
  fast_io::c_io_observer f{stream};
  print_to(j, f);
  fclose(stream);
  return 0;
}
[[gnu::noinline]] static uint64_t mutex_row(race::job const& j) {
  fast_io::obuf_file_mutex f(race::fast_io_path(j.output));
  return print_to(j, f);
}
[[gnu::noinline]] static uint64_t idle_c_file_row(race::job const& j) {
  race::start_idle_thread();
  FILE* const stream = race::open_wide_stream(j);
  fast_io::c_io_observer f{stream};
  for (size_t i = 0; i != j.count; ++i) fast_io::io::println(f, i);
  fclose(stream);
  return 0;
}
[[gnu::noinline]] static uint64_t idle_mutex_row(race::job const& j) {
  race::start_idle_thread();
  fast_io::obuf_file_mutex f(race::fast_io_path(j.output));
  for (size_t i = 0; i != j.count; ++i) fast_io::io::println(f, i);
  return 0;
}
[[gnu::noinline]] static uint64_t idle_lines_row(race::job const& j) {
  race::start_idle_thread();
  FILE* const stream = race::open_wide_stream(j);
  fast_io::c_io_observer f{stream};
  for (size_t i = 0; i != j.count; ++i) fast_io::io::print(f, "Hello World\n");
  fclose(stream);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"c_file", c_file_row},
                            {"c_file_64k", c_file_64k_row},
                            {"obuf_file_mutex", mutex_row},
                            {"idle_c_file", idle_c_file_row},
                            {"idle_obuf_file_mutex", idle_mutex_row},
                            {"idle_c_file_lines", idle_lines_row}};
  return race::main(argc, argv, rows);
}
