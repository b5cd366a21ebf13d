// expect: rill: spawn reads from rill::inherited, discarded, piped
//
// test/refuse/spawn_input_captured.cpp: memory for the input of a child.
#include <rill/process.h>

int main() { rill::spawn({"cat"}, {.in = rill::captured}); }
