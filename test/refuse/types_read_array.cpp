// expect: rill: containers, structures, enumerations, optionals and times scan
// expect: with #include <rill/types.h>
//
// test/refuse/types_read_array.cpp: an array needs <rill/types.h> to be read.
#include <rill/scan.h>

#include <array>

int main() { return rill::read<std::array<int, 3>>(rill::from("1 2 3"))[0]; }
