// expect: rill: std::fixed, std::setprecision, std::hex and their kin set a
// stream: wrap the number, as in rill::fixed(x, 2) or rill::hex(n)
//
// test/refuse/std_fixed.cpp: a manipulator without an argument.
#include <rill/print.h>

#include <ios>

int main() { rill::println(std::fixed, 0.5); }
