// expect: rill: std::endl is not needed: use println, or "\n"; rill::flush() flushes
// max-lines: 8
//
// test/refuse/behind_stream.cpp: endl.cpp with <rill/stream.h> first.
#include <rill/stream.h>
#include <rill/print.h>

#include <ostream>

int main() { rill::print("x = ", 1, std::endl); }
