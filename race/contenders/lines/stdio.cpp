// peer: stdio
// row: fwrite | file | fwrite(text, 1, 12, f)
// row: fputs | file+ | fputs(text, f)
// row: fwrite_unlocked | file equal | fwrite_unlocked, 128 KiB buffer
// row: memcpy_write | file+ | memcpy into an own 128 KiB buffer, write(2)
#include "../contender.h"

static constexpr char line[] = "Hello World\n";
static constexpr size_t line_size = sizeof line - 1;

static FILE* open_file(race::job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) race::fail("fopen");
  return f;
}

[[gnu::noinline]] static uint64_t fwrite_row(race::job const& j) {
  FILE* const f = open_file(j);
  for (size_t i = 0; i < j.count; ++i) fwrite(line, 1, line_size, f);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t fputs_row(race::job const& j) {
  FILE* const f = open_file(j);
  for (size_t i = 0; i < j.count; ++i) fputs(line, f);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t unlocked_row(race::job const& j) {
  FILE* const f = race::open_stream(
      j.output, "wb", j.is("equal") ? race::equal_size : race::buffer_size);
  for (size_t i = 0; i < j.count; ++i) fwrite_unlocked(line, 1, line_size, f);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t memcpy_row(race::job const& j) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  static char buffer[race::buffer_size];
  size_t used = 0;
  for (size_t i = 0; i < j.count; ++i) {
    if (sizeof buffer - used < line_size) {
      race::write_all(fd, buffer, used);
      used = 0;
    }
    memcpy(buffer + used, line, line_size);
    used += line_size;
  }
  race::write_all(fd, buffer, used);
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fwrite", fwrite_row},
                            {"fputs", fputs_row},
                            {"fwrite_unlocked", unlocked_row},
                            {"memcpy_write", memcpy_row}};
  return race::main(argc, argv, rows);
}
