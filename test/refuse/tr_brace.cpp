// expect: rill: tr: braces are for positions, as in {0}: {{, }}
//
// test/refuse/tr_brace.cpp: a format specification in a template.
#include <rill/types.h>

int main() { rill::println(rill::tr("{0:>5}", 1)); }
