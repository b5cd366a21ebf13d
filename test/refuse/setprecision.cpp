// expect: rill: std::setprecision is for C++'s streams: write rill::fixed(x, digits) or rill::general(x, digits)
//
// test/refuse/setprecision.cpp: a manipulator with an argument.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setprecision(3), 5); }
