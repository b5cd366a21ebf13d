// expect: rill: this range can be iterated only once, but its elements are
//   counted first: write a container of them
// max-lines: 16
//
// test/refuse/binary_single_pass.cpp: the bytes of a stream of numbers.
#include <rill/binary.h>

#include <ranges>
#include <sstream>
#include <string>

int main() {
  std::istringstream in("1 2");
  auto numbers = std::ranges::istream_view<int>(in);
  (void)rill::to_bytes(numbers);
}
