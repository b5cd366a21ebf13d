// peer: fmt
// row: format_to | out-memory | fmt::format_to(out, "{}\n", x)
// row: compiled | out-memory+ | fmt::format_to(out, FMT_COMPILE("{}\n"), x)
// row: print | out-file | fmt::print(f, "{}\n", x)
// row: output_file | out-file | fmt::output_file(path).print
// row: compiled_write | out-file | fmt::format_to(FMT_COMPILE("{}")) into an
//   own 128 KiB buffer, write(2)
// row: compiled_fixed | fixed-memory | fmt::format_to(out,
//   FMT_COMPILE("{:.2f}\n"), x)
// row: output_file_fixed | fixed-file | fmt::output_file(path).print("{:.2f}")
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/os.h>

#include "doubles.h"

[[gnu::noinline]] static uint64_t format_to_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        for (; first != last; ++first)
          out = fmt::format_to(out, "{}\n", *first);
        return out;
      });
}

[[gnu::noinline]] static uint64_t compiled_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        for (; first != last; ++first)
          out = fmt::format_to(out, FMT_COMPILE("{}\n"), *first);
        return out;
      });
}

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    FILE* const f = fopen(j.output, "wb");
    if (f == nullptr) race::fail("fopen");
    for (double x : values) fmt::print(f, "{}\n", x);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t output_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    auto out = fmt::output_file(j.output);
    for (double x : values) out.print("{}\n", x);
  });
}

[[gnu::noinline]] static uint64_t compiled_write_row(race::job const& j) {
  return race::each_to_file(j, [](char* out, double x) {
    return fmt::format_to(out, FMT_COMPILE("{}"), x);
  });
}

[[gnu::noinline]] static uint64_t compiled_fixed_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        for (; first != last; ++first)
          out = fmt::format_to(out, FMT_COMPILE("{:.2f}\n"), *first);
        return out;
      });
}

[[gnu::noinline]] static uint64_t output_file_fixed_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    auto out = fmt::output_file(j.output);
    for (double x : values) out.print("{:.2f}\n", x);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"format_to", format_to_row},
                            {"compiled", compiled_row},
                            {"print", print_row},
                            {"output_file", output_file_row},
                            {"compiled_write", compiled_write_row},
                            {"compiled_fixed", compiled_fixed_row},
                            {"output_file_fixed", output_file_fixed_row}};
  return race::main(argc, argv, rows);
}
