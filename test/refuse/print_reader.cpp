// expect: rill: a reader is where to scan from, and nothing is printed to it:
//   print to a writer, or scan the reader's values first
//
// test/refuse/print_reader.cpp: a reader instead of a writer.
#include <rill/file.h>
#include <rill/print.h>

void f(rill::file_reader& in) { rill::println(in, 1); }
