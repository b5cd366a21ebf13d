// expect: rill: spawn reads from rill::inherited, discarded, piped
//
// test/refuse/spawn_input_captured.cpp: captured as the input of a child.
#include <rill/process.h>

int main() { rill::spawn({"cat"}, {.in = rill::captured}); }
