// examples/larger_of_pairs.cpp: reads a count, then pairs of numbers, and
// prints the larger of each pair.
#include <rill/rill.h>

int main() {
  auto const count = rill::read<int>();
  for (int i = 0; i != count; ++i) {
    auto const [a, b] = rill::read<long long, long long>();
    rill::println(a > b ? a : b);
  }
}
