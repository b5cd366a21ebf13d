// expect: rill: dbg prints the text of its expression, for which it is a macro:
//   #include <rill/debug.h>
//
// test/refuse/dbg_without_header.cpp: dbg without its header.
#include <rill/rill.h>

int main() { rill::dbg(1 + 1); }
