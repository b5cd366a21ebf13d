// expect: rill: std::setw is for C++'s streams: write rill::right(x, width) or rill::left(x, width)
//
// test/refuse/setw.cpp: a manipulator with an argument.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setw(5), 5); }
