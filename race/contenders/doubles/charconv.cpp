// peer: charconv
// row: to_chars | out-memory+ | to_chars
// row: to_chars_write | out-file | to_chars into an own 128 KiB buffer,
//   write(2)
// row: to_chars_fixed | fixed-memory | to_chars(out, end, x, fixed, 2)
// row: to_chars_fixed_write | fixed-file | the same into an own 128 KiB buffer,
//   write(2)
// row: from_chars | in-memory+ | from_chars
// row: read_from_chars | in-file | read(2) of 128 KiB, from_chars
#include <charconv>

#include "doubles.h"

static constexpr auto shortest = [](char* out, double x) {
  return std::to_chars(out, out + race::line_size, x).ptr;
};

static constexpr auto fixed = [](char* out, double x) {
  return std::to_chars(out, out + race::line_size, x, std::chars_format::fixed,
                       2)
      .ptr;
};

static constexpr auto parse = [](char const* at, char const* last, double& x) {
  return std::from_chars(at, last, x).ptr;
};

[[gnu::noinline]] static uint64_t to_chars_row(race::job const& j) {
  return race::each_to_memory(j, shortest);
}

[[gnu::noinline]] static uint64_t to_chars_write_row(race::job const& j) {
  return race::each_to_file(j, shortest);
}

[[gnu::noinline]] static uint64_t fixed_row(race::job const& j) {
  return race::each_to_memory(j, fixed);
}

[[gnu::noinline]] static uint64_t fixed_write_row(race::job const& j) {
  return race::each_to_file(j, fixed);
}

[[gnu::noinline]] static uint64_t from_chars_row(race::job const& j) {
  return race::each_from_memory(j, parse);
}

[[gnu::noinline]] static uint64_t read_from_chars_row(race::job const& j) {
  return race::each_from_file(j, parse);
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"to_chars", to_chars_row},     {"to_chars_write", to_chars_write_row},
      {"to_chars_fixed", fixed_row},  {"to_chars_fixed_write", fixed_write_row},
      {"from_chars", from_chars_row}, {"read_from_chars", read_from_chars_row}};
  return race::main(argc, argv, rows);
}
