// peer: fast_float
// row: from_chars | in-memory+ | fast_float::from_chars
// row: read_from_chars | in-file | read(2) of 128 KiB, fast_float::from_chars
#include <fast_float/fast_float.h>

#include "doubles.h"

static constexpr auto parse = [](char const* at, char const* last, double& x) {
  return fast_float::from_chars(at, last, x).ptr;
};

[[gnu::noinline]] static uint64_t from_chars_row(race::job const& j) {
  return race::each_from_memory(j, parse);
}

[[gnu::noinline]] static uint64_t read_from_chars_row(race::job const& j) {
  return race::each_from_file(j, parse);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"from_chars", from_chars_row},
                            {"read_from_chars", read_from_chars_row}};
  return race::main(argc, argv, rows);
}
