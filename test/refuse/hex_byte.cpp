// expect: rill: hex, oct, bin, base and prefix are for integers: cast a
//   character or a std::byte to its number,
//   rill::hex(static_cast<unsigned char>(c))
//
// test/refuse/hex_byte.cpp: hex of a std::byte.
#include <rill/print.h>

#include <cstddef>

int main() { rill::println(rill::hex(std::byte{65})); }
