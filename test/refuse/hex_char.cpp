// expect: rill: hex, oct, bin, base and prefix are for integers: cast a
//   character or a std::byte to its number,
//   rill::hex(static_cast<unsigned char>(c))
//
// test/refuse/hex_char.cpp: hex of a character.
#include <rill/print.h>

int main() { rill::println(rill::hex('A')); }
