// examples/statistics.cpp: reads a column of numbers and prints a table of
// count, minimum, maximum, mean and standard deviation, aligned at the decimal
// point.
#include <rill/rill.h>

#include <cmath>

namespace {

void print_row(auto const& name, double value) {
  rill::println(rill::left(name, 10, '.'),
                rill::right(rill::grouped(rill::fixed(value, 3)), 14, '.'));
}

}  // namespace

int main() try {
  double least = 0, greatest = 0, mean = 0, squares = 0;
  long count = 0;
  for (double x : rill::values<double>(rill::in())) {
    if (count == 0 || x < least) least = x;
    if (count == 0 || x > greatest) greatest = x;
    double const distance = x - mean;  // Welford's algorithm: no large sums
    mean += distance / static_cast<double>(++count);
    squares += distance * (x - mean);
  }
  rill::println(rill::left("count", 10, '.'), rill::right(count, 14, '.'));
  if (count == 0) return 0;
  print_row("min", least);
  print_row("max", greatest);
  print_row("mean", mean);
  print_row("deviation", std::sqrt(squares / static_cast<double>(count)));
} catch (rill::error const& wrong) {
  rill::eprintln(wrong);
  return 1;
}
