// peer: stdio
// row: sprintf_17g | uniform-out-memory~+ out-memory*~ | sprintf(out,
//   "%.17g\n",
//   x)
// row: fprintf_17g | uniform-out-file~ out-file*~ | fprintf(f, "%.17g\n", x)
// row: sprintf_2f | fixed-memory | sprintf(out, "%.2f\n", x)
// row: fprintf_2f | fixed-file | fprintf(f, "%.2f\n", x)
// row: strtod | in-memory+ | strtod(at, &end)
// row: fscanf | uniform-in-file in-file* | fscanf(f, "%lf", &x)
#include "doubles.h"

template <int Form>
static inline int text_of(char* out, double x) {
  return Form == 17 ? sprintf(out, "%.17g\n", x) : sprintf(out, "%.2f\n", x);
}

template <int Form>
[[gnu::noinline]] static uint64_t sprintf_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        for (; first != last; ++first) out += text_of<Form>(out, *first);
        return out;
      });
}

template <int Form>
[[gnu::noinline]] static uint64_t fprintf_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    FILE* const f = fopen(j.output, "wb");
    if (f == nullptr) race::fail("fopen");
    for (double x : values)
      if (Form == 17)
        fprintf(f, "%.17g\n", x);
      else
        fprintf(f, "%.2f\n", x);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t strtod_row(race::job const& j) {
  return race::from_memory(j, [](auto const& text) {
    uint64_t all = 0;
    for (char* at = text.begin(); at != text.end();) {
      all ^= race::bits(strtod(at, &at));
      if (*at == '\n') ++at;
    }
    return all;
  });
}

[[gnu::noinline]] static uint64_t fscanf_row(race::job const& j) {
  FILE* const f = fopen(j.input, "rb");
  if (f == nullptr) race::fail("fopen");
  uint64_t all = 0;
  double x = 0;
  while (fscanf(f, "%lf", &x) == 1) all ^= race::bits(x);
  fclose(f);
  return all;
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"sprintf_17g", sprintf_row<17>}, {"fprintf_17g", fprintf_row<17>},
      {"sprintf_2f", sprintf_row<2>},   {"fprintf_2f", fprintf_row<2>},
      {"strtod", strtod_row},           {"fscanf", fscanf_row}};
  return race::main(argc, argv, rows);
}
