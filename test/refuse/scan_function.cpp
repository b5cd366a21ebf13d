// expect: rill: a function is not scanned: call it, as in rill::in()
//
// test/refuse/scan_function.cpp: the parentheses of a call are forgotten.
#include <rill/rill.h>

void f(int n) { rill::scan(rill::in, n); }
