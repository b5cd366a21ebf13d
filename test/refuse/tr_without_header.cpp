// expect: rill: tr(template, args...) is in <rill/types.h>: include it
//
// test/refuse/tr_without_header.cpp: tr without its header.
#include <rill/print.h>

int main() { rill::println(rill::tr("{0}", 1)); }
