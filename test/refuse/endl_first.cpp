// expect: rill: std::endl is not needed: use println, or "\n"; rill::flush() flushes
//
// test/refuse/endl_first.cpp: std::endl in front of a text.
#include <rill/print.h>

#include <ostream>

int main() { rill::eprint(std::endl, "text"); }
