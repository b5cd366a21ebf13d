// expect: rill: dbg prints the text of its expression, for which it is a macro:
//   #include <rill/debug.h>
//
// test/refuse/dbg_at_without_header.cpp: dbg_at without its header.
#include <rill/rill.h>

int main() { rill::dbg_at(3, 1 + 1); }
