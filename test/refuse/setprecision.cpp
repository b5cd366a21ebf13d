// expect: rill: std::fixed, std::setprecision, std::hex and their kin set a
// stream: wrap the number, as in rill::fixed(x, 2) or rill::hex(n)
//
// test/refuse/setprecision.cpp: a manipulator with an argument.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setprecision(3), 0.5); }
