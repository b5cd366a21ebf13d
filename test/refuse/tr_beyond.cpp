// expect: rill: tr: a position beyond the arguments; 0 is first
//
// test/refuse/tr_beyond.cpp: a position without an argument.
#include <rill/types.h>

int main() { rill::println(rill::tr("{0} of {1}", 1)); }
