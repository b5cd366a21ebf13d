// expect: rill: a range whose begin() is not const is copied where it is const
//   or inside another value, and this one cannot be copied: print a variable
//   of it that is not const
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_printed<2,
//
// test/refuse/print_const_range.cpp: a const range that has no copy.
#include <rill/types.h>

#include <ranges>
#include <vector>

int main() {
  auto const odd = std::vector{1, 2, 3} |
                   std::views::filter([](int n) { return n % 2 == 1; });
  rill::println("odd: ", odd);
}
