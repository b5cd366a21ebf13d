// peer: rill
// row: stdout | eight | rill::println(pieces) to the redirected standard
//   output
// row: FILE | eight | rill::println(f, pieces)
// row: FILE_64k | eight | the same, 64 KiB buffer
// row: c_file | eight | rill::println(c_file, pieces)
// row: locked_file_writer | eight+ | rill::println(locked<file_writer>, pieces)
// row: idle_FILE | idle-ints | rill::println(f, i), 64 KiB buffer
// row: idle_c_file | idle-ints | rill::println(c_file, i)
// row: idle_stdout | idle-ints | rill::println(i)
// row: idle_locked_file_writer | idle-ints |
//   rill::println(locked<file_writer>, i), 64 KiB buffer
// row: idle_FILE_lines | idle-lines | rill::print(f, "Hello World\n"), 64 KiB
//   buffer
// row: idle_stdout_lines | idle-lines | rill::print("Hello World\n")
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include "threads.h"

using writer = rill::locked<rill::file_writer>;
static constexpr size_t buffer_64k = 64 * 1024;

template <class Sink>
static void print_to(race::job const& j, Sink& sink) {
  race::in_threads(j, [&](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      rill::println(sink, "thread ", thread, " line ", i, " of the race");
  });
}

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  race::redirect_stdout(j.output);
  race::in_threads(j, [](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      rill::println("thread ", thread, " line ", i, " of the race");
  });
  rill::flush();
  return 0;
}
[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  FILE* f = race::open_stream(j);
  print_to(j, f);
  fclose(f);
  return 0;
}
[[gnu::noinline]] static uint64_t file_64k_row(race::job const& j) {
  FILE* f = race::open_wide_stream(j);
  print_to(j, f);
  fclose(f);
  return 0;
}
[[gnu::noinline]] static uint64_t c_file_row(race::job const& j) {
  rill::c_file out(j.output);
  print_to(j, out);
  out.close();
  return 0;
}
[[gnu::noinline]] static uint64_t locked_row(race::job const& j) {
  writer out(j.output);
  print_to(j, out);
  rill::lock(out)->close();
  return 0;
}

[[gnu::noinline]] static uint64_t idle_file_row(race::job const& j) {
  race::start_idle_thread();
  FILE* const f = race::open_wide_stream(j);
  for (size_t i = 0; i != j.count; ++i) rill::println(f, i);
  fclose(f);
  return 0;
}
[[gnu::noinline]] static uint64_t idle_c_file_row(race::job const& j) {
  race::start_idle_thread();
  rill::c_file out(j.output);
  for (size_t i = 0; i != j.count; ++i) rill::println(out, i);
  out.close();
  return 0;
}
[[gnu::noinline]] static uint64_t idle_stdout_row(race::job const& j) {
  race::start_idle_thread();
  race::redirect_stdout(j.output);
  for (size_t i = 0; i != j.count; ++i) rill::println(i);
  rill::flush();
  return 0;
}
[[gnu::noinline]] static uint64_t idle_locked_row(race::job const& j) {
  race::start_idle_thread();
  writer out(j.output, buffer_64k);
  for (size_t i = 0; i != j.count; ++i) rill::println(out, i);
  rill::lock(out)->close();
  return 0;
}
[[gnu::noinline]] static uint64_t idle_file_lines_row(race::job const& j) {
  race::start_idle_thread();
  FILE* const f = race::open_wide_stream(j);
  for (size_t i = 0; i != j.count; ++i) rill::print(f, "Hello World\n");
  fclose(f);
  return 0;
}
[[gnu::noinline]] static uint64_t idle_stdout_lines_row(race::job const& j) {
  race::start_idle_thread();
  race::redirect_stdout(j.output);
  for (size_t i = 0; i != j.count; ++i) rill::print("Hello World\n");
  rill::flush();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"stdout", stdout_row},
                            {"FILE", file_row},
                            {"FILE_64k", file_64k_row},
                            {"c_file", c_file_row},
                            {"locked_file_writer", locked_row},
                            {"idle_FILE", idle_file_row},
                            {"idle_c_file", idle_c_file_row},
                            {"idle_stdout", idle_stdout_row},
                            {"idle_locked_file_writer", idle_locked_row},
                            {"idle_FILE_lines", idle_file_lines_row},
                            {"idle_stdout_lines", idle_stdout_lines_row}};
  return race::main(argc, argv, rows);
}
