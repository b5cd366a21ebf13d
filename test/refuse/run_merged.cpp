// expect: rill: run writes to rill::captured, inherited, discarded
//
// test/refuse/run_merged.cpp: output that is merged with itself.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.out = rill::merged}); }
