// peer: stdio
// row: fprintf | out-file+ | fprintf(f, "%llu\n", v)
// row: sprintf | out-memory | sprintf(out, "%llu\n", v)
// row: fscanf | in-file+ | fscanf(f, "%llu", &v)
// row: strtoull | in-memory | strtoull(at, &end, 10)
#include "mixed.h"

[[gnu::noinline]] static uint64_t fprintf_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    FILE* const f = fopen(j.output, "wb");
    if (f == nullptr) race::fail("fopen");
    for (uint64_t v : values)
      fprintf(f, "%llu\n", static_cast<unsigned long long>(v));
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t sprintf_row(race::job const& j) {
  return race::to_memory(j, [](char* out, uint64_t const* first,
                               uint64_t const* last) {
    for (; first != last; ++first)
      out += sprintf(out, "%llu\n", static_cast<unsigned long long>(*first));
    return out;
  });
}

[[gnu::noinline]] static uint64_t fscanf_row(race::job const& j) {
  FILE* const f = fopen(j.input, "rb");
  if (f == nullptr) race::fail("fopen");
  uint64_t all = 0;
  unsigned long long v = 0;
  while (fscanf(f, "%llu", &v) == 1) all ^= v;
  fclose(f);
  return all;
}

[[gnu::noinline]] static uint64_t strtoull_row(race::job const& j) {
  return race::from_memory(j, [](auto const& text) {
    uint64_t all = 0;
    for (char* at = text.begin(); at != text.end();) {
      all ^= strtoull(at, &at, 10);
      if (*at == '\n') ++at;
    }
    return all;
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fprintf", fprintf_row},
                            {"sprintf", sprintf_row},
                            {"fscanf", fscanf_row},
                            {"strtoull", strtoull_row}};
  return race::main(argc, argv, rows);
}
