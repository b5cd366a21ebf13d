// expect: rill: std::setbase is for C++'s streams: write rill::hex(n), rill::oct(n) or rill::base<7>(n)
//
// test/refuse/setbase.cpp: a manipulator with an argument.
#include <rill/print.h>

#include <iomanip>

int main() { rill::println(std::setbase(16), 5); }
