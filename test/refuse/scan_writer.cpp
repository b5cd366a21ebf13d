// expect: rill: a writer is where to print to, and nothing is scanned from it:
//   scan from a reader
//
// test/refuse/scan_writer.cpp: a writer instead of a reader.
#include <rill/file.h>
#include <rill/scan.h>

void f(rill::file_writer& out, int n) { rill::scan(out, n); }
