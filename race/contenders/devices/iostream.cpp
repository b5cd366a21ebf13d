// peer: iostream
// row: ostream | write-any+ | std::ostream& << of a std::ofstream
// row: istream | lines-any+ | std::getline of a std::istream&, a std::ifstream
#include <fstream>
#include <string>

#include "devices.h"

[[gnu::noinline]] static void print_records(
    std::ostream& out, race::block<race::record> const& records) {
  for (race::record const& r : records)
    out << "id: " << r.id << ", price: " << r.price << ", name: " << r.text()
        << '\n';
}

[[gnu::noinline]] static uint64_t count_lines(std::istream& in) {
  race::line_counter lines;
  for (std::string line; std::getline(in, line);) lines.line(line.size());
  return lines.total();
}

[[gnu::noinline]] static uint64_t ostream_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    std::ofstream out(j.output, std::ios::binary);
    print_records(out, records);
    out.close();
  });
}

[[gnu::noinline]] static uint64_t istream_row(race::job const& j) {
  std::ifstream in(j.input, std::ios::binary);
  return count_lines(in);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ostream", ostream_row}, {"istream", istream_row}};
  return race::main(argc, argv, rows);
}
