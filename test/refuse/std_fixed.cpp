// expect: rill: manipulators are for C++'s streams: wrap the value, as in rill::hex(n) for std::hex, rill::fixed(x, 2) for std::fixed, rill::left(x, width) for std::left; a bool prints as true or false
//
// test/refuse/std_fixed.cpp: a manipulator without an argument.
#include <rill/print.h>

#include <ios>

int main() { rill::println(std::fixed, 0.5); }
