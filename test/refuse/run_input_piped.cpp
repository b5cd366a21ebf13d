// expect: rill: run reads from rill::inherited, discarded, a text
//
// test/refuse/run_input_piped.cpp: a pipe into a program that is run to its end.
#include <rill/process.h>

int main() { rill::run({"cat"}, {.input = rill::piped}); }
