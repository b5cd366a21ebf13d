// examples/larger_in_rings.cpp: reads a count, then pairs of numbers, and
// prints the larger of each pair, through circular buffers of 1 KB over
// std::cin and std::cout.
#include <rill/rill.h>

#include <iostream>

int main() {
  rill::ring_reader in(1024, [](char* out, std::size_t size) {
    std::cin.read(out, static_cast<std::streamsize>(size));
    return std::cin.gcount();
  });
  rill::ring_writer out(1024, [](char const* data, std::size_t size) {
    std::cout.write(data, static_cast<std::streamsize>(size));
  });
  auto const count = rill::read<int>(in);
  for (int i = 0; i != count; ++i) {
    auto const [a, b] = rill::read<long long, long long>(in);
    rill::println(out, a > b ? a : b);
  }
  out.close();
}
