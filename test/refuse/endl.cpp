// says: rill: std::endl is not needed: use println, or "\n"; rill::flush() flushes
//
// test/refuse/endl.cpp: std::endl at the end of a print.
#include <rill/print.h>

#include <ostream>

int main() { rill::print("x = ", 1, std::endl); }
