// expect: rill: manipulators are for C++'s streams: wrap the value, as in rill::hex(n) for std::hex, rill::fixed(x, 2) for std::fixed, rill::left(x, width) for std::left; a bool prints as true or false
//
// test/refuse/setiosflags.cpp: a manipulator with the general error
// for manipulators.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setiosflags(std::ios::hex), 10); }
