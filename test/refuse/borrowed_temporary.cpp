// expect: rill: a temporary rill::file is closed before its borrower writes:
//   rill::file_writer takes it over
//
// test/refuse/borrowed_temporary.cpp: a writer to a temporary file.
#include <rill/file.h>

void f() { rill::borrowed_writer out(rill::file::create("numbers.txt")); }
