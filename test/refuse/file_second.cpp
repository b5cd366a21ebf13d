// expect: rill: a FILE* is where to print to: it must be the first argument
//
// test/refuse/file_second.cpp: a FILE* behind the text.
#include <rill/print.h>

void f(FILE* stream) { rill::print("text", stream); }
