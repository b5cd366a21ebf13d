// peer: fmt
// row: print | out | fmt::print(f, "id: {}, price: {}, name: {}\n")
// row: output_file | out+ | fmt::output_file(path).print, the same
// row: compiled_write | out+ | fmt::format_to(FMT_COMPILE) of the same into an
//   own 128 KiB buffer, write(2)
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/os.h>

#include "mixed_line.h"

[[gnu::noinline]] static uint64_t print_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    FILE* const f = race::open_stream(j.output, "wb");
    for (race::record const& r : records)
      fmt::print(f, "id: {}, price: {}, name: {}\n", r.id, r.price, r.text());
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t output_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    auto out = fmt::output_file(j.output);
    for (race::record const& r : records)
      out.print("id: {}, price: {}, name: {}\n", r.id, r.price, r.text());
  });
}

[[gnu::noinline]] static uint64_t compiled_write_row(race::job const& j) {
  return race::each_to_file(j, [](char* out, race::record const& r) {
    return fmt::format_to(out, FMT_COMPILE("id: {}, price: {}, name: {}\n"),
                          r.id, r.price, r.text());
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"print", print_row},
                            {"output_file", output_file_row},
                            {"compiled_write", compiled_write_row}};
  return race::main(argc, argv, rows);
}
