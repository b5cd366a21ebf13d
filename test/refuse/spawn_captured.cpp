// expect: rill: spawn writes to rill::inherited, discarded, piped
//
// test/refuse/spawn_captured.cpp: memory for a program that runs beside this one.
#include <rill/process.h>

int main() { rill::spawn({"ls"}, {.out = rill::captured}); }
