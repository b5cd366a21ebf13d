// expect: rill: run writes to rill::captured, inherited, discarded
//
// test/refuse/run_piped.cpp: a pipe for a program that is run to its end.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.out = rill::piped}); }
