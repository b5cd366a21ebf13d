// expect: rill: spawn writes to rill::inherited, discarded, piped
//
// test/refuse/spawn_captured.cpp: captured as the output of a child.
#include <rill/process.h>

int main() { rill::spawn({"ls"}, {.out = rill::captured}); }
