// peer: fmt
// row: print | out-file | fmt::print(f, "{}\n", v)
// row: output_file | out-file | fmt::output_file(path).print
// row: format_int_write | out-file+ | fmt::format_int into an own 128 KiB
//   buffer, write(2)
// row: compiled | out-memory | fmt::format_to(out, FMT_COMPILE("{}\n"), v)
// row: format_int | out-memory | fmt::format_int
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/os.h>

#include "mixed.h"

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    FILE* const f = fopen(j.output, "wb");
    if (f == nullptr) race::fail("fopen");
    for (uint64_t v : values) fmt::print(f, "{}\n", v);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t output_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    auto out = fmt::output_file(j.output);
    for (uint64_t v : values) out.print("{}\n", v);
  });
}

static inline char* one_line(char* out, uint64_t v) {
  fmt::format_int const text(v);
  memcpy(out, text.data(), text.size());
  out += text.size();
  *out++ = '\n';
  return out;
}

[[gnu::noinline]] static uint64_t format_int_write_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    static char buffer[race::buffer_size];
    int const fd =
        open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) race::fail("open");
    char* const last = buffer + sizeof buffer;
    char* at = buffer;
    for (uint64_t v : values) {
      if (last - at < 32) {
        race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
        at = buffer;
      }
      at = one_line(at, v);
    }
    race::write_all(fd, buffer, static_cast<size_t>(at - buffer));
    close(fd);
  });
}

[[gnu::noinline]] static uint64_t compiled_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, uint64_t const* first, uint64_t const* last) {
        for (; first != last; ++first)
          out = fmt::format_to(out, FMT_COMPILE("{}\n"), *first);
        return out;
      });
}

[[gnu::noinline]] static uint64_t format_int_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, uint64_t const* first, uint64_t const* last) {
        for (; first != last; ++first) out = one_line(out, *first);
        return out;
      });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print", print_row},
                            {"output_file", output_file_row},
                            {"format_int_write", format_int_write_row},
                            {"compiled", compiled_row},
                            {"format_int", format_int_row}};
  return race::main(argc, argv, rows);
}
