// expect: rill: a sink is printed to by rill::print(out, x) and rill::println(out, x), without operator<<
//
// test/refuse/out_insertion.cpp: a chain of operator<< to standard output.
#include <rill/rill.h>

#include <ostream>

int main() { rill::out() << "x = " << 1 << std::endl; }
