// peer: stdio
// row: printf | eight | printf("thread %u line %zu of the race\n") to the
//   redirected standard output
// row: fprintf | eight | fprintf(f, the same)
// row: fprintf_64k | eight+ | fprintf(f, the same), 64 KiB buffer
// row: fputs | eight | to_chars into a line, fputs(line, f), 64 KiB buffer
// row: fwrite | eight+ | to_chars into a line, fwrite(line, f), 64 KiB buffer
// row: idle_fwrite | idle-lines | fwrite(text, 1, 12, f), 64 KiB buffer
// row: idle_fputs | idle-lines | fputs(text, f), 64 KiB buffer
// row: idle_fprintf | idle-ints | fprintf(f, "%zu\n", i), 64 KiB buffer
// row: idle_to_chars_fwrite | idle-ints | to_chars, then fwrite, 64 KiB buffer
// row: idle_prepared_fwrite | idle-ints | fwrite of lines made beforehand, 64
//   KiB buffer
#include <charconv>

#include "threads.h"

static uint64_t print_formatted(race::job const& j, FILE* f) {
  race::in_threads(j, [=](unsigned thread, size_t lines) {
    for (size_t i = 0; i != lines; ++i)
      fprintf(f, "thread %u line %zu of the race\n", thread, i);
  });
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t printf_row(race::job const& j) {
  race::redirect_stdout(j.output);
  return print_formatted(j, stdout);
}
[[gnu::noinline]] static uint64_t fprintf_row(race::job const& j) {
  return print_formatted(j, race::open_stream(j));
}
[[gnu::noinline]] static uint64_t fprintf_64k_row(race::job const& j) {
  return print_formatted(j, race::open_wide_stream(j));
}

// Writes the line and a zero after it; returns its size.
static size_t make_line(char* line, unsigned thread, size_t number) {
  memcpy(line, "thread 0 line ", 14);
  line[7] = static_cast<char>('0' + thread);
  char* const end = std::to_chars(line + 14, line + 40, number).ptr;
  memcpy(end, " of the race\n", 14);
  return static_cast<size_t>(end - line) + 13;
}

template <class Put>
static uint64_t print_made(race::job const& j, Put put) {
  FILE* const f = race::open_wide_stream(j);
  race::in_threads(j, [=](unsigned thread, size_t lines) {
    char line[64];
    for (size_t i = 0; i != lines; ++i)
      put(line, make_line(line, thread, i), f);
  });
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t fputs_row(race::job const& j) {
  return print_made(j,
                    [](char const* line, size_t, FILE* f) { fputs(line, f); });
}
[[gnu::noinline]] static uint64_t fwrite_row(race::job const& j) {
  return print_made(j, [](char const* line, size_t size, FILE* f) {
    fwrite(line, 1, size, f);
  });
}

template <class Put>
static uint64_t beside_idle(race::job const& j, Put put) {
  race::start_idle_thread();
  FILE* const f = race::open_wide_stream(j);
  for (size_t i = 0; i != j.count; ++i) put(f, i);
  fclose(f);
  return 0;
}

static constexpr char hello[] = "Hello World\n";

[[gnu::noinline]] static uint64_t idle_fwrite_row(race::job const& j) {
  return beside_idle(j, [](FILE* f, size_t) { fwrite(hello, 1, 12, f); });
}
[[gnu::noinline]] static uint64_t idle_fputs_row(race::job const& j) {
  return beside_idle(j, [](FILE* f, size_t) { fputs(hello, f); });
}
[[gnu::noinline]] static uint64_t idle_fprintf_row(race::job const& j) {
  return beside_idle(j, [](FILE* f, size_t i) { fprintf(f, "%zu\n", i); });
}
[[gnu::noinline]] static uint64_t idle_to_chars_row(race::job const& j) {
  return beside_idle(j, [](FILE* f, size_t i) {
    char text[32];
    char* const end = std::to_chars(text, text + sizeof text, i).ptr;
    *end = '\n';
    fwrite(text, 1, static_cast<size_t>(end - text) + 1, f);
  });
}

[[gnu::noinline]] static uint64_t idle_prepared_row(race::job const& j) {
  auto const text = race::load<char>(j.input);
  auto const sizes = race::allocate<unsigned char>(j.count);
  char const* at = text.data;
  for (unsigned char& size : sizes) {
    auto const* const end = static_cast<char const*>(memchr(at, '\n', 32));
    size = static_cast<unsigned char>(end + 1 - at);
    at = end + 1;
  }
  at = text.data;
  race::start_clock();
  return beside_idle(j, [&](FILE* f, size_t i) {
    fwrite(at, 1, sizes.data[i], f);
    at += sizes.data[i];
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"printf", printf_row},
                            {"fprintf", fprintf_row},
                            {"fprintf_64k", fprintf_64k_row},
                            {"fputs", fputs_row},
                            {"fwrite", fwrite_row},
                            {"idle_fwrite", idle_fwrite_row},
                            {"idle_fputs", idle_fputs_row},
                            {"idle_fprintf", idle_fprintf_row},
                            {"idle_to_chars_fwrite", idle_to_chars_row},
                            {"idle_prepared_fwrite", idle_prepared_row}};
  return race::main(argc, argv, rows);
}
