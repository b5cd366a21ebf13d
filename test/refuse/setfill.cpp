// expect: rill: std::setfill is for C++'s streams: write rill::right(x, width, fill)
//
// test/refuse/setfill.cpp: a manipulator with an argument.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setfill('0'), 5); }
