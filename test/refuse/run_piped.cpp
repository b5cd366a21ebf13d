// expect: rill: run writes to rill::captured, inherited, discarded
//
// test/refuse/run_piped.cpp: run with a pipe as the output.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.out = rill::piped}); }
