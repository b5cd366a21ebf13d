// examples/table.cpp: prints a vector of rows as a table with fixed widths.
// Widths count the columns of a terminal, not bytes.
#include <rill/rill.h>

#include <string>
#include <vector>

namespace {

struct river {
  std::string name;
  int length;  // km
  char const* mouth;
};

void print_row(auto const& name, auto const& length, auto const& mouth) {
  rill::println("| ", rill::left(name, 9), " | ", rill::right(length, 6), " | ",
                rill::center(mouth, 13), " |");
}

}  // namespace

int main() {
  std::vector<river> const rivers = {
      {"Rhône", 813, "Mediterranean"},
      {"Oder", 866, "Baltic Sea"},
      {"Þjórsá", 230, "Atlantic"},
  };
  print_row("name", "km", "flows into");
  rill::println("|-", rill::left("", 9, '-'), "-|-", rill::left("", 6, '-'),
                "-|-", rill::left("", 13, '-'), "-|");
  int sum = 0;
  for (river const& r : rivers) {
    print_row(r.name, r.length, r.mouth);
    sum += r.length;
  }
  print_row("", sum, "");
}
