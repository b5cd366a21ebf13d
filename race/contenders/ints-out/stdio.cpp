// peer: stdio
// row: fprintf | file+ | fprintf(f, "%zu\n", i)
// row: to_chars_fwrite_unlocked | file equal | to_chars, then fwrite_unlocked,
//   128 KiB buffer
// row: to_chars_write | file+ | to_chars into an own 128 KiB buffer, write(2)
#include <charconv>

#include "../contender.h"

static FILE* open_file(race::job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) race::fail("fopen");
  return f;
}

[[gnu::noinline]] static uint64_t fprintf_row(race::job const& j) {
  FILE* const f = open_file(j);
  for (size_t i = 0; i < j.count; ++i) fprintf(f, "%zu\n", i);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t fwrite_row(race::job const& j) {
  FILE* const f = race::open_stream(
      j.output, "wb", j.is("equal") ? race::equal_size : race::buffer_size);
  for (size_t i = 0; i < j.count; ++i) {
    char text[32];
    char* const end = std::to_chars(text, text + sizeof text, i).ptr;
    *end = '\n';
    fwrite_unlocked(text, 1, static_cast<size_t>(end - text) + 1, f);
  }
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  static char buffer[race::buffer_size];
  char* const last = buffer + sizeof buffer;
  char* at = buffer;
  for (size_t i = 0; i < j.count; ++i) {
    if (last - at < 32) {
      race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
      at = buffer;
    }
    at = std::to_chars(at, last, i).ptr;
    *at++ = '\n';
  }
  race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fprintf", fprintf_row},
                            {"to_chars_fwrite_unlocked", fwrite_row},
                            {"to_chars_write", write_row}};
  return race::main(argc, argv, rows);
}
