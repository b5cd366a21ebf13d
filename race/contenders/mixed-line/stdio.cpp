// peer: stdio
// row: fprintf | out+ | fprintf(f, "id: %d, price: %g, name: %s\n")
// row: fscanf | in+ | fscanf(f, " id: %d, price: %lf, name: %15s")
#include "mixed_line.h"

[[gnu::noinline]] static uint64_t fprintf_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    FILE* const f = race::open_stream(j.output, "wb");
    for (race::record const& r : records)
      fprintf(f, "id: %d, price: %g, name: %s\n", r.id, r.price, r.name);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t fscanf_row(race::job const& j) {
  FILE* const f = race::open_stream(j.input, "rb");
  race::checksum all;
  int id = 0;
  double price = 0;
  char name[16];
  while (fscanf(f, " id: %d, price: %lf, name: %15s", &id, &price, name) == 3)
    all.add(id, price, name, strlen(name));
  fclose(f);
  return all.value();
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fprintf", fprintf_row}, {"fscanf", fscanf_row}};
  return race::main(argc, argv, rows);
}
