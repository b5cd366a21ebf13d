// expect: rill: hex, right, join and other wrappers are for rill's print:
//   rill::print(std::cout, rill::hex(n)), with #include <rill/iostream.h>
//
// test/refuse/join_insertion.cpp: join to a C++ stream, with the header that
// prints to it.
#include <rill/iostream.h>
#include <rill/rill.h>

#include <vector>

int main() { std::cerr << rill::join(std::vector{1, 2}, ", "); }
