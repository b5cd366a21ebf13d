// peer: fmt
// row: print | file | fmt::print(f, "{}\n", i)
// row: output_file | file | fmt::output_file(path).print, its own buffer
// row: format_ofstream | file | out << fmt::format("{}\n", i)
// row: format_int_ofstream | file | fmt::format_int, then out.write
// row: format_int_write | file+ | fmt::format_int into an own 128 KiB buffer,
//   write(2)
// row: compiled_write | file+ | fmt::format_to(FMT_COMPILE("{}\n")) into an own
//   128 KiB buffer, write(2)
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/os.h>
#include <fstream>

#include "../contender.h"

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  FILE* const f = fopen(j.output, "wb");
  if (f == nullptr) race::fail("fopen");
  for (size_t i = 0; i < j.count; ++i) fmt::print(f, "{}\n", i);
  fclose(f);
  return 0;
}

[[gnu::noinline]] static uint64_t output_file_row(race::job const& j) {
  auto out = fmt::output_file(j.output);
  for (size_t i = 0; i < j.count; ++i) out.print("{}\n", i);
  return 0;
}

[[gnu::noinline]] static uint64_t format_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out << fmt::format("{}\n", i);
  return 0;
}

[[gnu::noinline]] static uint64_t format_int_row(race::job const& j) {
  std::ofstream out(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) {
    fmt::format_int const text(i);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.put('\n');
  }
  return 0;
}

// Writes lines by `append`, which returns the end of one line, into a buffer of
// 128 KiB, and by write(2).
template <class Append>
static uint64_t buffered(race::job const& j, Append append) {
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
    at = append(at, i);
  }
  race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
  close(fd);
  return 0;
}

[[gnu::noinline]] static uint64_t format_int_write_row(race::job const& j) {
  return buffered(j, [](char* at, size_t i) {
    fmt::format_int const text(i);
    memcpy(at, text.data(), text.size());
    at += text.size();
    *at++ = '\n';
    return at;
  });
}

[[gnu::noinline]] static uint64_t compiled_write_row(race::job const& j) {
  return buffered(j, [](char* at, size_t i) {
    return fmt::format_to(at, FMT_COMPILE("{}\n"), i);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print", print_row},
                            {"output_file", output_file_row},
                            {"format_ofstream", format_row},
                            {"format_int_ofstream", format_int_row},
                            {"format_int_write", format_int_write_row},
                            {"compiled_write", compiled_write_row}};
  return race::main(argc, argv, rows);
}
