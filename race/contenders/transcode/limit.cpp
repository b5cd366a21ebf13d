// The limit: the bytes of the output are there already, and only copied.
// peer: limit
// row: memcpy | 8to16 16to8 8to32 32to8 8togb gbto8 | memcpy of the output's
//   bytes
// row: copy | file | a program that copies a file with the output's bytes by
//   read(2) and write(2), 128 KiB a call
// row: write | ints | write(2) of the bytes of UTF-16, made beforehand, 128 KiB
//   a call
#include "command.h"

static uint64_t memcpy_row(race::job const& j) {
  auto const made = race::load<char>(race::expected_path());
  auto const out = race::allocate<char>(made.size);
  race::start_clock();
  for (size_t i = 0; i != j.count; ++i) {
    memcpy(out.data, made.data, made.size);
    asm volatile("" : : "r"(out.data) : "memory");
  }
  race::stop_clock();
  race::store(j, out.data, out.size);
  return 0;
}

static int copy(char const* source, char const* target) {
  static char buffer[race::buffer_size];
  int const from = open(source, O_RDONLY | O_CLOEXEC);
  int const to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (from < 0 || to < 0) race::fail("open");
  for (;;) {
    ssize_t const n = read(from, buffer, sizeof buffer);
    if (n < 0) race::fail("read");
    if (n == 0) break;
    race::write_all(to, buffer, static_cast<size_t>(n));
  }
  close(to);
  close(from);
  return 0;
}

static char* program = nullptr;

static uint64_t copy_row(race::job const& j) {
  char const* const words[] = {program, "--program", race::expected_path(),
                               j.output, nullptr};
  return race::run_command(program, const_cast<char* const*>(words));
}

// Twice the bytes of UTF-8, as UTF-16 has.
static uint64_t write_row(race::job const& j) {
  auto const made = race::load<char>(race::expected_path());
  race::start_clock();
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) race::fail("open");
  race::write_in_pieces(fd, made.data, made.size);
  close(fd);
  return 0;
}

int main(int argc, char** argv) {
  program = argv[0];
  if (argc == 4 && strcmp(argv[1], "--program") == 0)
    return copy(argv[2], argv[3]);
  race::row const rows[] = {
      {"memcpy", memcpy_row}, {"copy", copy_row}, {"write", write_row}};
  return race::main(argc, argv, rows);
}
