// peer: rill
// row: scan | in+ | rill::scan(file_reader, "id: ", id, ", price: ", price,
//   ", name: ", name)
// row: stdin | in | the same from standard input
// row: FILE | in | the same from a FILE*
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <string>

#include "mixed_line.h"

[[gnu::noinline]] static uint64_t scan_row(race::job const& j) {
  rill::file_reader in(j.input);
  race::checksum all;
  int id = 0;
  double price = 0;
  std::string name;
  while (rill::scan(in, "id: ", id, ", price: ", price, ", name: ", name))
    all.add(id, price, name.data(), name.size());
  return all.value();
}

[[gnu::noinline]] static uint64_t stdin_row(race::job const&) {
  race::checksum all;
  int id = 0;
  double price = 0;
  std::string name;
  while (rill::scan("id: ", id, ", price: ", price, ", name: ", name))
    all.add(id, price, name.data(), name.size());
  return all.value();
}

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  FILE* const f = race::open_stream(j.input, "rb");
  race::checksum all;
  int id = 0;
  double price = 0;
  std::string name;
  while (rill::scan(f, "id: ", id, ", price: ", price, ", name: ", name))
    all.add(id, price, name.data(), name.size());
  fclose(f);
  return all.value();
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"scan", scan_row}, {"stdin", stdin_row}, {"FILE", file_row}};
  return race::main(argc, argv, rows);
}
