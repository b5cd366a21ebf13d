// peer: iostream
// row: ofstream | out | out << "id: " << id << ", price: " << price …
// row: ifstream | in | in >> label >> id >> comma >> label >> price …
#include <fstream>
#include <string>

#include "mixed_line.h"

[[gnu::noinline]] static uint64_t ofstream_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    std::ofstream out(j.output, std::ios::binary);
    for (race::record const& r : records)
      out << "id: " << r.id << ", price: " << r.price << ", name: " << r.text()
          << '\n';
  });
}

[[gnu::noinline]] static uint64_t ifstream_row(race::job const& j) {
  std::ifstream in(j.input, std::ios::binary);
  race::checksum all;
  std::string label, name;
  char comma = 0;
  int id = 0;
  double price = 0;
  while (in >> label >> id >> comma >> label >> price >> comma >> label >> name)
    all.add(id, price, name.data(), name.size());
  return all.value();
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ofstream", ofstream_row},
                            {"ifstream", ifstream_row}};
  return race::main(argc, argv, rows);
}
