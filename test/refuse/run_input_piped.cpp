// expect: rill: run reads from rill::inherited, discarded, a text
//
// test/refuse/run_input_piped.cpp: run with a pipe as the input.
#include <rill/process.h>

int main() { rill::run({"cat"}, {.input = rill::piped}); }
